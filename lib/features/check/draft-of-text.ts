import { PurchaseProblem } from "../../spending/problems.ts";
import { Draft, type DraftBlock, draftBounds } from "./draft.ts";

/**
 * Text as it is pasted, with what of Markdown a memo has: headings, block quotes, lists, tables with pipes. Everything
 * else is paragraphs, and no character of them is changed.
 */
export function draftOfText(text: string, kind: "text" | "markdown" = "text"): Draft {
  const blocks: DraftBlock[] = [];
  const add = (block: NewBlock) => {
    blocks.push({ ...block, id: `b${blocks.length + 1}` });
  };
  let lines: string[] = [];
  let running: Line["kind"] = "blank";
  const end = () => {
    if (lines.length > 0) for (const block of blocksOf(running, lines)) add(block);
    lines = [];
  };
  for (const line of text.split(/\r\n|\r|\n/u)) {
    const read = readLine(line);
    if (read.kind !== running || read.kind === "heading" || read.kind === "item") end();
    running = read.kind;
    if (read.kind !== "blank") lines.push(read.text);
  }
  end();
  const draft = Draft.safeParse({ kind, blocks });
  if (draft.success) return draft.data;
  throw new PurchaseProblem(422, "draft_too_complex", "The draft is too long to check at once. Check it in parts.");
}

type NewBlock = DraftBlock extends infer Block ? (Block extends DraftBlock ? Omit<Block, "id"> : never) : never;

interface Line {
  readonly kind: "blank" | "heading" | "quotation" | "item" | "row" | "footnote" | "paragraph";
  readonly text: string;
}

const forms: readonly (readonly [Line["kind"], RegExp])[] = [
  ["heading", /^ {0,3}#{1,6}[ \t]+/u],
  ["quotation", /^ {0,3}>[ \t]?/u],
  ["footnote", /^ {0,3}\[\^[^\]\s]{1,40}\]:[ \t]*/u],
  ["item", /^\s{0,8}(?:[-*+・•]|\d{1,3}[.)])[ \t]+/u],
];

function readLine(line: string): Line {
  if (line.trim() === "") return { kind: "blank", text: "" };
  if (/^\s{0,3}\|.*\|\s*$/u.test(line)) return { kind: "row", text: line };
  for (const [kind, form] of forms) {
    const begin = form.exec(line);
    if (begin !== null) return { kind, text: line.slice(begin[0].length) };
  }
  return { kind: "paragraph", text: line };
}

function blocksOf(kind: Line["kind"], lines: readonly string[]): NewBlock[] {
  if (kind === "row")
    return [
      {
        kind: "table",
        rows: lines.filter((line) => !/^[\s|:-]+$/u.test(line)).map(cellsOf),
      },
    ];
  if (kind === "blank") return [];
  return pieces(lines.join("\n")).map((text): NewBlock => ({ kind, text }));
}

function cellsOf(row: string): string[] {
  const cells = row
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/u);
  return cells.map((cell) => cell.trim().replace(/\\\|/gu, "|"));
}

/** A block that is too long goes on in the next one. */
function pieces(text: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at += draftBounds.blockCharactersMax)
    found.push(text.slice(at, at + draftBounds.blockCharactersMax));
  return found;
}
