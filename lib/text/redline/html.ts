import type { WordKey } from "../i18n/namespaces.ts";
import { type Locale, type Messages, makeWords, type Words } from "../i18n/words.ts";
import { type Block, isChanged, type Row, shownText } from "./blocks.ts";
import type { Change, Part } from "./change.ts";

/**
 * A redline as HTML, with what was deleted and inserted; side by side, each text with what it alone has. It is made
 * where the texts are compared: thousands of passages as elements of a page would hold up whoever is served beside it.
 */
export interface RedlineHtml {
  readonly html: string;
  /** How many passages differ. */
  readonly changes: number;
}

export interface RedlineView {
  readonly isSideBySide: boolean;
  readonly locale: Locale;
  /** Of `messages/`, for changes. */
  readonly messages: Messages;
}

type Side = "both" | "before" | "after";
type ChangeWords = Words<WordKey<"changes">>;

export function redlineHtml(blocks: readonly Block[], { isSideBySide, locale, messages }: RedlineView): RedlineHtml {
  const t: ChangeWords = makeWords(messages, locale);
  const html = folded(blocks).map((run) => {
    const shown = run.blocks.map((block) => blockHtml(block, isSideBySide, t)).join("");
    if (!run.isFolded) return shown;
    const summary = escaped(t("unchangedN", { n: run.blocks.length }));
    return `<details class="my-3 border-y border-dotted border-edge" data-unchanged><summary class="cursor-pointer py-1 font-ui text-12 text-muted">${summary}</summary>${shown}</details>`;
  });
  return { html: html.join(""), changes: blocks.filter(isChanged).length };
}

/** Unchanged passages beside a change are shown, further ones are behind a line. */
const contextBlocks = 1;

interface Run {
  readonly blocks: Block[];
  readonly isFolded: boolean;
}

function folded(blocks: readonly Block[]): readonly Run[] {
  const isNear = blocks.map((_, at) =>
    blocks.slice(Math.max(0, at - contextBlocks), at + contextBlocks + 1).some(isChanged),
  );
  const runs: Run[] = [];
  blocks.forEach((block, at) => {
    const isFolded = isNear[at] === false;
    const last = runs.at(-1);
    if (last?.isFolded === isFolded) last.blocks.push(block);
    else runs.push({ blocks: [block], isFolded });
  });
  return runs;
}

function blockHtml(block: Block, isSideBySide: boolean, t: ChangeWords): string {
  const mark = isChanged(block) ? ' data-at="" tabindex="-1"' : "";
  if (!isSideBySide) return `<div class="my-3 scroll-mt-24"${mark}>${sideHtml(block, "both", t)}</div>`;
  const sides = (["before", "after"] as const).map((side) => `<div class="min-w-0">${sideHtml(block, side, t)}</div>`);
  return `<div class="my-3 grid scroll-mt-24 grid-cols-2 gap-x-8 max-md:grid-cols-1"${mark}>${sides.join("")}</div>`;
}

function sideHtml(block: Block, side: Side, t: ChangeWords): string {
  if (block.kind === "table") return tableHtml(block.rows, side, t);
  const parts = block.changes.filter((change) => isOn(change.kind, side));
  if (parts.length === 0) return "";
  const text = parts.map((change) => moveHtml(change, t) + partsHtml(change.parts, side));
  return `<p class="${block.heading ? "font-semibold" : "whitespace-pre-line"}">${text.join("")}</p>`;
}

/** Where a passage that stands elsewhere now is taken away, and where it comes. */
function moveHtml({ kind, move }: Pick<Change, "kind" | "move">, t: ChangeWords): string {
  if (move === undefined) return "";
  const words = kind === "deleted" ? t("movedAway", { n: move }) : t("movedHere", { n: move });
  return `<span class="me-1 font-ui text-12 text-muted">${escaped(words)}</span>`;
}

function partsHtml(parts: readonly Part[], side: Side): string {
  const shown = parts
    .filter((part) => isOn(part.kind, side))
    .map((part) => {
      const text = shownText(part.text);
      if (part.kind === "same" || text.trim() === "") return escaped(text);
      return part.kind === "deleted"
        ? `<del class="text-muted line-through decoration-1">${escaped(text)}</del>`
        : `<ins class="bg-sunk underline decoration-2 underline-offset-3">${escaped(text)}</ins>`;
    });
  return shown.join("");
}

function tableHtml(rows: readonly Row[], side: Side, t: ChangeWords): string {
  const shown = rows.filter((row) => isOn(row.kind, side));
  if (shown.length === 0) return "";
  const table =
    "border-collapse tabular-nums [&_:is(td,th)]:border [&_:is(td,th)]:border-line [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-top";
  return `<div class="overflow-x-auto"><table class="${table}"><tbody>${shown.map((row) => rowHtml(row, side, t)).join("")}</tbody></table></div>`;
}

function rowHtml(row: Row, side: Side, t: ChangeWords): string {
  const cells = row.cells.map((cell, at) => {
    const tag = cell.isHead ? "th" : "td";
    const spans = spanHtml("colspan", cell.columns) + spanHtml("rowspan", row.kind === "same" ? cell.rows : 1);
    return `<${tag}${spans}>${at === 0 ? moveHtml(row, t) : ""}${partsHtml(cell.parts, side)}</${tag}>`;
  });
  return `<tr${row.kind === "same" ? "" : ' class="bg-sunk/50"'}>${cells.join("")}</tr>`;
}

function spanHtml(name: "colspan" | "rowspan", count: number): string {
  return count === 1 ? "" : ` ${name}="${count}"`;
}

function isOn(kind: Change["kind"], side: Side): boolean {
  return (
    side === "both" || kind === "same" || kind === "changed" || kind === (side === "before" ? "deleted" : "inserted")
  );
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
