import type { Align, Paragraph } from "./blocks.ts";
import { withMarks } from "./inline-marks.ts";

/** A text that fills its lines looks the same wherever it is set, but for its last one. */
const lineMax = 60;

export function isOneLine(text: string): boolean {
  return text.length <= lineMax;
}

/** Written with references its characters would differ from those of the same line in another filing. */
const needsEscape = /<|&(?:#|[A-Za-z]{2})/;

const names: Readonly<Record<Align, "right" | "center" | undefined>> = {
  start: undefined,
  end: "right",
  center: "center",
};

/**
 * A unit above a table, a date, a signature or a title as its filer set it: HTML with the one attribute that Markdown's
 * readers know for it. Undefined where it is set like all text.
 */
export function alignedParagraph(block: Paragraph, isBold: boolean): string | undefined {
  const align = names[block.align];
  const isSet = block.list === undefined && block.arranged !== true;
  if (align === undefined || !isSet || needsEscape.test(block.text) || !block.text.split("\n").every(isOneLine))
    return undefined;
  const text = withMarks(block.text, block.marks, (run) => run).replaceAll("\n", "<br>");
  return `<p align="${align}">${isBold ? `<strong>${text}</strong>` : text}</p>`;
}
