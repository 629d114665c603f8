import { describe, expect, test } from "vitest";
import { Draft, type DraftBlock, draftBounds } from "./draft.ts";
import { draftOfText } from "./draft-of-text.ts";

const draft = (blocks: readonly DraftBlock[]) => Draft.safeParse({ kind: "text", blocks }).success;
const paragraph = (id: string, text: string): DraftBlock => ({ id, kind: "paragraph", text });

describe("a draft", () => {
  test("has blocks of text and tables", () => {
    expect(
      draft([
        paragraph("p1", "売上高は増加した。"),
        {
          id: "t1",
          kind: "table",
          rows: [
            ["", "2025"],
            ["a", "1"],
          ],
        },
      ]),
    ).toBe(true);
  });

  test("names each block once", () => {
    expect(draft([paragraph("p1", "a"), paragraph("p1", "b")])).toBe(false);
  });

  test("is bounded in each text and in all of them together", () => {
    const full = "a".repeat(draftBounds.blockCharactersMax);
    const many = (count: number) => Array.from({ length: count }, (_, at) => paragraph(`p${at}`, full));
    expect(draft([paragraph("p1", `${full}a`)])).toBe(false);
    const fitting = draftBounds.charactersMax / draftBounds.blockCharactersMax;
    expect([draft(many(fitting)), draft(many(fitting + 1))]).toEqual([true, false]);
  });
});

describe("pasted text", () => {
  test("has headings, lists, block quotes, footnotes and tables as Markdown has them", () => {
    const { blocks } = draftOfText(
      "# 題\n\n本文\n続き\n\n> 引用\n- 項目\n[^1]: 注\n\n| a | b\\|c |\n|---|---|\n| 1 | 2 |",
      "markdown",
    );
    expect(blocks.map((block) => [block.kind, "text" in block ? block.text : block.rows])).toEqual([
      ["heading", "題"],
      ["paragraph", "本文\n続き"],
      ["quotation", "引用"],
      ["item", "項目"],
      ["footnote", "注"],
      [
        "table",
        [
          ["a", "b|c"],
          ["1", "2"],
        ],
      ],
    ]);
  });

  test("is refused beyond the bounds, and never cut", () => {
    expect(() => draftOfText("- a\n".repeat(draftBounds.blocksMax + 1))).toThrow("draft_too_complex");
    expect(() => draftOfText(`|${"a|".repeat(draftBounds.columnsMax + 1)}`)).toThrow("draft_too_complex");
  });
});
