import { expect, test } from "vitest";
import { renderMarkdown } from "./render.ts";
import { testOptions } from "./testing.ts";

test("dates beside a long text stay on one line, unless the columns of short words leave it no room", () => {
  const long = "名古屋市中村区において百貨店の前身となる個人商店を開業し、衣料品の販売を始める";
  const labels = (source: string) =>
    [...renderMarkdown(source, testOptions).html.matchAll(/<th scope="row"(?<rest>[^>]*)>/gu)].map(({ groups }) =>
      groups?.["rest"]?.trim(),
    );
  expect(labels(`| 年月 | 事項 |\n| --- | --- |\n| 1991年10月 | ${long} |\n`)).toEqual(['class="nb"']);
  const office = "取締役兼専務執行役員";
  expect(
    labels(
      `| 役職 | 氏名 | 担当 | 略歴 |\n| --- | --- | --- | --- |\n| ${office} | ${office} | ${office} | ${long} |\n`,
    ),
  ).toEqual([""]);
});
