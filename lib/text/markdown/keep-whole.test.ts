import { expect, test } from "vitest";
import { renderMarkdown } from "./render.ts";
import { testOptions } from "./testing.ts";

const headOf = (cells: readonly string[]) => {
  const rows = [cells, cells.map(() => "---"), cells.map((_, at) => `${at},000`)];
  const source = rows.map((row) => `| ${row.join(" | ")} |`).join("\n");
  return /<thead>([\s\S]*)<\/thead>/.exec(renderMarkdown(source, testOptions).html)?.[1] ?? "";
};

test.each([
  ["前連結会計年度 (2024年3月31日)", "2024年3月31日"],
  ["自 2024年４月１日 至 2025年３月31日", "2024年４月１日"],
  ["第80期 2025年３月期", "2025年３月期"],
  ["令和7年3月", "令和7年3月"],
  ["決算年月 2025/03", "2025/03"],
])("a date in a head stays on one line: %s", (words, date) => {
  expect(headOf(["科目", words])).toContain(`<span class="nb">${date}</span>`);
});

test("words and figures without a date stay as they are", () => {
  expect(headOf(["科目", "回次", "金額 1,234"])).not.toContain("nb");
});

test("a day of birth beside a career stays on one line", () => {
  const source =
    "|役職名|氏名|生年月日|略歴|\n|-|-|-|-|\n|取締役|甲野太郎|1972年11月10日生|2012年当社入社、2018年から営業部長|";
  expect(renderMarkdown(source, testOptions).html).toContain('<span class="nb">1972年11月10日生</span>');
});
