import { expect, test } from "vitest";
import { renderMarkdown } from "./render.ts";
import { testOptions } from "./testing.ts";

const table = (rows: number, label: string) =>
  [
    "| 科目 | 前期 | 当期 |",
    "|---|---|---|",
    ...Array.from({ length: rows }, () => `| ${label} | 1,200 | 1,300 |`),
  ].join("\n");
const boxOf = (source: string) =>
  /<div class="scroll-x"[^>]*>/.exec(renderMarkdown(source, testOptions).html)?.[0] ?? "";
const heightOf = (source: string) =>
  Number(/data-long="" style="contain-intrinsic-block-size:auto (\d+)px"/.exec(boxOf(source))?.[1]);

test("a long table says how high it will probably be: its rows, each with its lines", () => {
  expect(heightOf(table(40, "売上高"))).toBe(41 * 30);
  expect(heightOf(table(80, "売上高"))).toBe(81 * 30);
  expect(heightOf(table(40, "連結子会社の名称及び主要な事業の内容".repeat(4)))).toBeGreaterThan(41 * 45);
});

test("a short table says nothing", () => {
  expect(boxOf(table(10, "売上高"))).toMatch(/^<div class="scroll-x"/);
  expect(boxOf(table(10, "売上高"))).not.toContain("style");
});
