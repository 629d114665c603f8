import type { Element, ElementContent } from "hast";
import { toHtml } from "hast-util-to-html";
import type { WordKey } from "../i18n/namespaces.ts";
import { type Locale, type Messages, makeWords, type Words } from "../i18n/words.ts";
import { element, text } from "../markdown/hast.ts";
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

/** How a reader has chosen to see it; each is a part of the address. */
export interface RedlineLook {
  readonly isSideBySide: boolean;
  readonly hidesSmall: boolean;
}

export interface RedlineView extends RedlineLook {
  readonly locale: Locale;
  /** Of `messages/`, for changes. */
  readonly messages: Messages;
  /** The page has the heading already: where it did not change it is not repeated. */
  readonly isTitled?: boolean;
}

type Side = "both" | "before" | "after";
type ChangeWords = Words<WordKey<"changes">>;

export function redlineHtml(all: readonly Block[], view: RedlineView): RedlineHtml {
  const { isSideBySide, locale, messages } = view;
  const [first] = all;
  const repeatsTitle = view.isTitled === true && first?.kind === "prose" && first.heading && !isChanged(first);
  const blocks = repeatsTitle ? all.slice(1) : all;
  const t: ChangeWords = makeWords(messages, locale);
  const children = folded(blocks).flatMap((run) => {
    const shown = run.blocks.map((block) => blockElement(block, isSideBySide, t));
    if (!run.isFolded) return shown;
    const count = text(t("unchangedN", { n: run.blocks.length }));
    const summary = element("summary", { className: ["cursor-pointer py-1 font-ui text-12 text-muted"] }, [count]);
    const look = "my-3 border-y border-dotted border-edge";
    return element("details", { className: [look], dataUnchanged: true }, [summary, ...shown]);
  });
  return { html: toHtml({ type: "root", children }), changes: blocks.filter(isChanged).length };
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

function blockElement(block: Block, isSideBySide: boolean, t: ChangeWords): Element {
  const mark = isChanged(block) ? { dataAt: "", tabIndex: -1 } : {};
  if (!isSideBySide) {
    return element("div", { className: ["my-3 scroll-mt-24"], ...mark }, sideOf(block, "both", t));
  }
  const sides = (["before", "after"] as const).map((side) =>
    element("div", { className: ["min-w-0"] }, sideOf(block, side, t)),
  );
  const look = "my-3 grid scroll-mt-24 grid-cols-2 gap-x-8 gap-y-2 max-md:grid-cols-1";
  return element("div", { className: [look], ...mark }, sides);
}

function sideOf(block: Block, side: Side, t: ChangeWords): Element[] {
  if (block.kind === "table") return tableOf(block.rows, side, t);
  const changes = block.changes.filter((change) => isOn(change.kind, side));
  if (changes.length === 0) return [];
  const shown = changes.flatMap((change) => [...moveNote(change, t), ...partsOf(change.parts, side)]);
  return [element("p", { className: [block.heading ? "font-semibold" : "whitespace-pre-line"] }, shown)];
}

/** The two ends of a passage that has moved. */
function moveNote({ kind, move }: Pick<Change, "kind" | "move">, t: ChangeWords): Element[] {
  if (move === undefined) return [];
  const words = kind === "deleted" ? t("movedAway", { n: move }) : t("movedHere", { n: move });
  return [element("span", { className: ["me-1 font-ui text-12 text-muted"] }, [text(words)])];
}

function partsOf(parts: readonly Part[], side: Side): ElementContent[] {
  return parts
    .filter((part) => isOn(part.kind, side))
    .map((part) => {
      const shown = text(shownText(part.text));
      if (part.kind === "same" || shown.value.trim() === "") return shown;
      return part.kind === "deleted"
        ? element("del", { className: ["bg-sunk text-muted line-through decoration-1"] }, [shown])
        : element("ins", { className: ["bg-ai-wash underline decoration-ai decoration-2 underline-offset-4"] }, [
            shown,
          ]);
    });
}

function tableOf(rows: readonly Row[], side: Side, t: ChangeWords): Element[] {
  const shown = rows.filter((row) => isOn(row.kind, side));
  if (shown.length === 0) return [];
  const look =
    "border-collapse tabular-nums [&_:is(td,th)]:border [&_:is(td,th)]:border-line [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-top";
  const body = element(
    "tbody",
    {},
    shown.map((row) => rowOf(row, side, t)),
  );
  return [element("div", { className: ["overflow-x-auto"] }, [element("table", { className: [look] }, [body])])];
}

function rowOf(row: Row, side: Side, t: ChangeWords): Element {
  const cells = row.cells.map((cell, at) => {
    const spans = { ...span("colSpan", cell.columns), ...span("rowSpan", row.kind === "same" ? cell.rows : 1) };
    const note = at === 0 ? moveNote(row, t) : [];
    return element(cell.isHead ? "th" : "td", spans, [...note, ...partsOf(cell.parts, side)]);
  });
  return element("tr", row.kind === "same" ? {} : { className: ["bg-sunk/50"] }, cells);
}

function span(name: "colSpan" | "rowSpan", count: number): Element["properties"] {
  return count === 1 ? {} : { [name]: count };
}

function isOn(kind: Change["kind"], side: Side): boolean {
  return (
    side === "both" || kind === "same" || kind === "changed" || kind === (side === "before" ? "deleted" : "inserted")
  );
}
