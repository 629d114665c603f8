import { expect, test } from "vitest";
import { renderMarkdown } from "./render.ts";
import { testOptions } from "./testing.ts";

/** The cells of a column of figures, each with the room behind it. */
function column(...cells: string[]): string[] {
  const rows = cells.map((cell, at) => `| 科目${at} | ${cell} |`).join("\n");
  const { html } = renderMarkdown(`| 科目 | 当期 |\n| --- | --- |\n${rows}\n`, testOptions);
  return [...html.matchAll(/<td(?<attributes>[^>]*)>(?<inside>.*?)<\/td>/gu)].map(({ groups }) => {
    const hang = /data-hang="([^"]*)"/u.exec(groups?.["attributes"] ?? "")?.[1] ?? "";
    return `${(groups?.["inside"] ?? "").replace(/<[^>]*>/gu, "")}|${hang}`;
  });
}

test("a closing bracket hangs behind the digits", () => {
  expect(column("1,234", "(567)", "△89", "－")).toEqual(["1,234|)", "(567)|", "△89|)", "－|)"]);
  expect(column("１，２３４", "（５６７）")).toEqual(["１，２３４|）", "（５６７）|"]);
});

test("so do units and note marks, of which the longest counts", () => {
  expect(column("12%", "34", "5％")).toEqual(["12%|", "34|％", "5％|"]);
  expect(column("1,234 ※1", "5,678", "910")).toEqual(["1,234 ※1|", "5,678| ※1", "910| ※1"]);
  expect(column("1,234円", "5,678円")).toEqual(["1,234円|", "5,678円|"]);
});

test("decimal points stand under each other where most figures have one", () => {
  expect(column("59.4", "50", "47.25", "－")).toEqual(["59.4|5", "50|.25", "47.25|", "－|.25"]);
  // Rows of different units, as in key figures: whole numbers stay at the right edge.
  expect(column("259,226", "169,304", "626.09", "6,148")).toEqual(["259,226|", "169,304|", "626.09|", "6,148|"]);
});

test("a mark before the figure is not its tail, and columns of words have none", () => {
  expect(column("※1 1,234", "5,678")).toEqual(["※1 1,234|", "5,678|"]);
  expect(column("東京都", "大阪府（2）")).toEqual(["東京都|", "大阪府（2）|"]);
});
