import fc from "fast-check";
import { expect, test } from "vitest";
import { anyText } from "../../../lib/text/testing/any-text.ts";
import { renderedText, squeeze } from "../testing/visible-text.ts";
import type { Table } from "./blocks.ts";
import { buildSections } from "./build-sections.ts";
import { paragraph } from "./escape.ts";
import { TextLine } from "./text-line.ts";

/** HIRAKU_FUZZ_RUNS sets the number of runs. */
const numRuns = Number(process.env["HIRAKU_FUZZ_RUNS"] ?? 400);

/** Text as it is after reading a page: lines trimmed, spaces collapsed, nothing unprintable. */
function asRead(text: string): string {
  const line = new TextLine();
  text.split("\n").forEach((part, at) => {
    if (at > 0) line.breakLine();
    line.append(part, false, []);
  });
  return line.take()?.text ?? "";
}

const markup = fc.constantFrom(
  "*",
  "**",
  "_",
  "__",
  "`",
  "```",
  "#",
  "# ",
  "## ",
  "> ",
  "- ",
  "+ ",
  "1. ",
  "2) ",
  "---",
  "===",
  "***",
  "|",
  "|-|",
  "| - |",
  "[",
  "]",
  "](",
  "[^1]",
  "[a]: b",
  "![",
  "<b>",
  "<script>",
  "</p>",
  "<!--",
  "&amp;",
  "&lt;",
  "&#65;",
  "\\",
  "\\*",
  "~",
  "~~",
  "~~~",
  "http://a.b",
  "www.a.b",
  "a@b.co",
  "\n",
  " ",
  "　",
  "売上",
  "（注）",
  "△1,234",
  "※1",
  "a",
  "1",
  ":",
  "-",
  "=",
  "$",
  "$$",
  "@",
  "^",
);
const text = fc
  .array(fc.oneof({ weight: 4, arbitrary: markup }, anyText({ maxLength: 3 })), { maxLength: 12 })
  .map((parts) => asRead(parts.join("")));

test("any text renders as itself in a paragraph", () => {
  fc.assert(
    fc.property(text, (value) => {
      expect(renderedText(paragraph(value))).toBe(squeeze(value));
    }),
    { numRuns },
  );
});

test("any text renders as itself in a table, a heading and between other blocks", () => {
  const cell = (value: string) => ({
    blocks:
      value === ""
        ? []
        : [{ kind: "paragraph", text: value, align: "start", bold: false, left: 0, list: undefined } as const],
    colSpan: 1,
    rowSpan: 1,
    figure: false,
  });
  fc.assert(
    fc.property(
      fc.array(fc.array(text, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
      text,
      fc.boolean(),
      (rows, title, spans) => {
        const table: Table = {
          kind: "table",
          rows: rows.map((row, at) => ({
            header: false,
            cells: row.map((value, col) => ({ ...cell(value), colSpan: spans && at === 0 && col === 0 ? 2 : 1 })),
          })),
        };
        const heading = title === "" ? [] : [{ kind: "heading", tag: 2, text: title } as const];
        const sections = buildSections([...heading, table, ...heading], {
          coverTitle: "表紙",
          images: () => undefined,
        });
        const body = sections.map((section) => section.markdown).join("");
        const expected = squeeze(title) + rows.flat().map(squeeze).join("") + squeeze(title);
        expect(renderedText(body)).toBe(expected);
      },
    ),
    { numRuns },
  );
});
