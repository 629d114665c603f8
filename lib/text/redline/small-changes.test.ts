import { expect, test } from "vitest";
import { blocksOf, isChanged } from "./blocks.ts";
import { redlineOf } from "./redline.ts";
import { withoutSmallChanges } from "./small-changes.ts";

const changedIn = (before: string, after: string) =>
  withoutSmallChanges(redlineOf(before, after)).filter(({ kind }) => kind !== "same").length;

test.each([
  ["当社は、ＡＢＣ株式会社です。\n", "当社はABC株式会社です。\n"],
  ["当社は，製造業であります。\n", "当社は、製造業であります。\n"],
  ["売上高は１００億円です。\n", "売上高は 100億円です。\n"],
])("%j and %j say the same", (before, after) => {
  expect(redlineOf(before, after).some(({ kind }) => kind !== "same")).toBe(true);
  expect(changedIn(before, after)).toBe(0);
});

test.each([
  ["利益は1.5億円です。\n", "利益は15億円です。\n"],
  ["利益は1,500円です。\n", "利益は1.500円です。\n"],
  ["増減は△5億円です。\n", "増減は5億円です。\n"],
  ["増減は(5)億円です。\n", "増減は5億円です。\n"],
  ["増減は-5億円です。\n", "増減は5億円です。\n"],
])("%j and %j do not", (before, after) => {
  expect(changedIn(before, after)).toBeGreaterThan(0);
});

test("a passage that moved stands once, where it stands now", () => {
  const [one, two] = ["当社は甲の事業を営んでおります。\n\n", "子会社は乙の事業を営んでおりました。\n\n"];
  const rest = "共通の段落がここにあります。\n\nもう一つの段落もここにあります。\n\n";
  const redline = withoutSmallChanges(redlineOf(one + rest + two, rest + two + one));
  const blocks = blocksOf(redline);
  expect(blocks.filter(isChanged)).toEqual([]);
  expect(blocks.map((block) => (block.kind === "prose" ? block.changes[0]?.parts[0]?.text.slice(0, 4) : ""))).toEqual([
    ...["共通の段", "もう一つ", "子会社は", "当社は甲"],
  ]);
});
