import { expect, test } from "vitest";
import { blocksOf, isChanged, shownText } from "./blocks.ts";
import { redlineOf } from "./redline.ts";

const written = (before: string, after: string) =>
  blocksOf(redlineOf(before, after)).map((block) =>
    block.kind === "prose"
      ? block.changes.map(({ kind, parts }) => `${kind}:${shownText(parts.map((part) => part.text).join("/")).trim()}`)
      : block.rows.map(({ kind, cells }) => [
          kind,
          ...cells.map((cell) => cell.parts.map((part) => shownText(part.text).trim()).join("→")),
        ]),
  );

test("a paragraph keeps its sentences together, and a table its rows", () => {
  const text = (figure: string) => `## 業績\n\n増えました。**費用**も増えた。\n\n|項目|額|\n|-|-:|\n|売上|${figure}|\n`;
  expect(written(text("1"), text("2"))).toEqual([
    ["same:業績"],
    ["same:増えました。", "same:費用も増えた。"],
    [
      ["same", "項目", "額"],
      ["changed", "売上", "1→2"],
    ],
  ]);
});

test("a row with other cells than before is shown as one that went and one that came", () => {
  const rows = written("|売上|1|\n", "|売上|1|2|\n");
  expect(rows).toEqual([
    [
      ["deleted", "売上", "1"],
      ["inserted", "売上", "1", "2"],
    ],
  ]);
});

test("cells of a merged table keep what they span", () => {
  const block = blocksOf(redlineOf("", '<table><tr><th colspan="2">株式</th><td>甲<br>乙</td></tr></table>\n'))[0];
  expect(block?.kind === "table" ? block.rows[0]?.cells.map((cell) => [cell.isHead, cell.columns]) : []).toEqual([
    [true, 2],
    [false, 1],
  ]);
  expect(block === undefined || isChanged(block)).toBe(true);
});
