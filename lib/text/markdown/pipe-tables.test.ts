import fc from "fast-check";
import { toHtml } from "hast-util-to-html";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { describe, expect, test } from "vitest";
import { splitTables } from "./pipe-tables.ts";

const slow = unified().use(remarkParse).use(remarkGfm, { singleTilde: false });
const toHast = unified().use(remarkRehype, { allowDangerousHtml: true });

/** Markup without white space between blocks and without alignments, which tables.ts derives from the contents. */
const bare = (html: string): string =>
  html
    .replace(/>\s+</g, "><")
    .replace(/ align="\w+"/g, "")
    .trim();
const parserHtml = (source: string): string =>
  bare(toHtml(toHast.runSync(slow.parse(source)), { allowDangerousHtml: true }));
const ourHtml = (source: string): string =>
  bare(
    splitTables(source)
      .map((part) =>
        "table" in part
          ? toHtml(part.table)
          : toHtml(toHast.runSync(slow.parse(part.markdown)), { allowDangerousHtml: true }),
      )
      .join("\n"),
  );

const cell = fc.oneof(
  fc.constantFrom(
    "売上高",
    "△1,234",
    "－",
    "",
    "　材料費",
    "8.4％",
    "a b",
    "1 2",
    "-",
    "---",
    ":-",
    "#",
    "+ x",
    "1. y",
    "**太**",
    "a\\|b",
    "<b>x</b>",
    "&amp;",
    "www.a.jp",
    "a@b.jp",
    "[x](y)",
    "`c`",
    "!",
  ),
  fc.string({ unit: "grapheme-ascii", maxLength: 6 }).map((text) => text.replace(/[|\n\r]/g, " ")),
);
const row = fc.array(cell, { minLength: 1, maxLength: 5 }).map((cells) => `| ${cells.join(" | ")} |`);
const table = fc
  .tuple(
    fc.array(cell, { minLength: 1, maxLength: 4 }),
    fc.array(row, { maxLength: 4 }),
    fc.constantFrom("---", ":-:", "-", "--:"),
  )
  .map(([head, rows, dash]) => [`| ${head.join(" | ")} |`, `|${` ${dash} |`.repeat(head.length)}`, ...rows].join("\n"));
const block = fc.oneof(
  table,
  fc.constantFrom(
    "本文。",
    "- 項目\n- 項目",
    "## 見出し",
    "> 引用",
    "<div>\n\n",
    "| not a table |",
    "段落\n| a |\n|---|",
  ),
);

describe("plain tables read without the parser", () => {
  test("give the same result as the parser, whatever is in them and around them", () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
        const source = blocks.join("\n\n");
        expect(ourHtml(source)).toBe(parserHtml(source));
      }),
      { numRuns: 250 },
    );
  });

  test("plain ones are not given to the parser", () => {
    expect(splitTables("前\n\n| a | b |\n|---|---|\n| 1 | △2 |\n\n後").map((part) => "table" in part)).toEqual([
      false,
      true,
      false,
    ]);
  });

  test("a text with footnotes or open code is parsed as a whole", () => {
    const plain = "| a |\n|---|\n| 1 |";
    expect(splitTables(`${plain}\n\n[^1]: x`)).toHaveLength(1);
    expect(splitTables(`\`\`\`\n\n${plain}`)).toHaveLength(1);
    expect(splitTables(`<!-- \n\n${plain}\n\n-->`)).toHaveLength(1);
  });
});
