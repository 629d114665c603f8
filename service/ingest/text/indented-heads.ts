import type { Paragraph } from "./blocks.ts";
import { paragraph } from "./escape.ts";
import { type FoundHeading, isPlainTitle } from "./find-headings.ts";
import type { FlatBlock } from "./flatten.ts";

/** Fewer under one heading may be lines of any kind. */
const seriesMin = 3;
const pointsMin = 4;
const textMin = 40;

/**
 * Short lines that head paragraphs which stand deeper or less deep, several of them under one heading: a filer may show
 * the rank of his titles by indentation alone. They begin no section.
 */
export function findIndentedHeads(
  blocks: readonly FlatBlock[],
  headings: readonly (FoundHeading | undefined)[],
): ReadonlySet<number> {
  const found = new Set<number>();
  let series = new Map<string, number[]>();
  const end = () => {
    for (const places of series.values()) if (places.length >= seriesMin) for (const at of places) found.add(at);
    series = new Map();
  };
  blocks.forEach((block, at) => {
    if (headings[at] !== undefined) return end();
    const next = blocks[at + 1];
    if (block.kind !== "paragraph" || next?.kind !== "paragraph" || headings[at + 1] !== undefined) return;
    const isText = next.text.length >= textMin && next.text.trimEnd().endsWith("。");
    if (!isText || Math.abs(next.left - block.left) < pointsMin || !mayHead(block)) return;
    const key = `${Math.round(block.left)} ${Math.round(next.left)}`;
    series.set(key, [...(series.get(key) ?? []), at]);
  });
  end();
  return found;
}

/** Written as it is, so that its characters are those of the same line in a filing that was read before. */
function mayHead(block: Paragraph): boolean {
  if (block.bold || block.marks !== undefined || paragraph(block.text) !== block.text) return false;
  return (
    isPlainTitle(block) && !/[<&]|^(?:[12]\d{3}|昭和|平成|令和)[^、。]{0,8}[年月日]/u.test(block.text.normalize("NFKC"))
  );
}

/** HTML that comparisons leave out: a document that was bought from before it was set so has the same words. */
export function indentedHead(block: Paragraph): string {
  return `<h6>${block.text}</h6>\n\n`;
}
