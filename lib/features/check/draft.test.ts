import { describe, expect, test } from "vitest";
import { Draft, type DraftBlock, draftBounds } from "./draft.ts";

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
