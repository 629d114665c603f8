import { expect, test } from "vitest";
import { renderMarkdown } from "./render.ts";
import { testOptions } from "./testing.ts";

const widthsOf = (source: string) =>
  [...renderMarkdown(source, testOptions).html.matchAll(/ style="(--[^"]*)"/gu)].map(([, width]) => width);

test("a head of figures asks for three lines, and a short word for its line", () => {
  const head = "|科目|その他の包括利益を通じて公正価値で測定する金融資産の純変動|利益剰余金|";
  expect(widthsOf(`${head}\n|-|-|-|\n|当期利益|11,944|178,840|\n`)).toEqual([
    "--all:14.75rem",
    "--least:6rem;--good:6rem",
    "--least:4rem;--good:8.5rem;--share:1",
    "--least:4.75rem;--good:4.75rem",
  ]);
});

test("a label has its line beside the room that stands between it and figures", () => {
  const [, label] = widthsOf("|役名|株式数|\n|-|-|\n|社長兼ＣＥＯ|150|\n");
  expect(label).toMatch(/^--least:6rem;--good:min\(6\.38rem/);
});

test("a name has its line beside a long text, which is content with a few characters", () => {
  const career = "百貨店の前身となる個人商店を開業し、衣料品の販売を始める。";
  expect(widthsOf(`|氏名|年月|事項|\n|-|-|-|\n|甲野　太郎|1991年10月|${career}|\n`)).toEqual([
    "--all:17.43rem",
    "--least:6rem;--good:6rem",
    "--least:5.55rem;--good:5.55rem",
    "--least:5.88rem;--good:7.5rem;--share:1",
  ]);
});
