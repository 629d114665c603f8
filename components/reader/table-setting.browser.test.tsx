import "@/app/globals.css";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { type Mounted, mount } from "@/components/testing/mount";
import { FiledText } from "@/components/ui/FiledText";
import { renderMarkdown } from "@/lib/text/markdown/render";
import { testOptions } from "@/lib/text/markdown/testing";

let mounted: Mounted | undefined;
afterEach(() => mounted?.leave());

const head = (...cells: readonly string[]) => `|${cells.join("|")}|\n|${cells.map(() => "-").join("|")}|\n`;
const holders = `${head("氏名又は名称", "住所", "所有株式数（千株）", "発行済株式（自己株式を除く。）の総数に対する所有株式数の割合（％）")}|日本カストディ信託銀行株式会社（信託口）|東京都中央区晴海一丁目8番12号|30,908|7.61|\n`;
const officers = `${head("役職名", "氏名", "生年月日", "略歴", "任期", "所有株式数（株）")}|代表取締役社長|甲野　太郎|1959年11月２日 生|${"1982年４月当社入社、営業部長、取締役を経て現任。".repeat(6)}|（注）３|12,300|\n`;
const equity = `${head("", "資本金", "資本剰余金", "利益剰余金", "自己株式", "確定給付制度の再測定", "その他の包括利益を通じて公正価値で測定する金融資産の純変動", "非支配持分")}|2015年４月１日残高|7,383|8,077|178,840|△18|－|11,944|1,204|\n|当期利益|||53,373|||||\n`;
const fiveYears = `${head("回次", "", "第101期", "第102期", "第103期", "第104期", "第105期")}|決算年月||2013年３月|2014年３月|2015年３月|2016年３月|2017年３月|\n|親会社株主に帰属する当期純利益|（百万円）|16,520|17,109|24,032|53,373|21,709|\n|現金及び現金同等物の期末残高|（百万円）|59,797|72,397|65,923|99,798|53,297|\n`;

/** As wide as the reader's pane: beside the page images at 1440, or on a phone. */
async function set(markdown: string, width: 728 | 358) {
  await page.viewport(width === 358 ? 390 : 1440, 800);
  const { html } = renderMarkdown(markdown, testOptions);
  mounted = mount(
    <article className="@container" style={{ width }}>
      <div className="mx-auto max-w-[calc(var(--text-reading)*40)]">
        <div className="flow">
          <FiledText className="prose piece" html={html} />
        </div>
      </div>
    </article>,
  );
  const { element } = mounted;
  const cells = (selector: string) => [...element.querySelectorAll<HTMLElement>(selector)];
  await expect.poll(() => cells(".scroll-x").length).toBe(1);
  const [box] = cells(".scroll-x");
  if (box === undefined) throw new Error("no table");
  return { cells, box };
}
const linesOf = (cell: HTMLElement) => {
  const words = document.createRange();
  words.selectNodeContents(cell);
  return Math.round(words.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(cell).lineHeight));
};

test.each([
  ["holders", holders],
  ["officers", officers],
  ["changes in equity", equity],
])("heads of %s take three lines at most, and no column is narrower than four characters", async (_, markdown) => {
  const { cells, box } = await set(markdown, 728);
  expect(Math.max(...cells("thead th").map(linesOf))).toBeLessThanOrEqual(3);
  const widths = cells("thead th").flatMap((cell) => (cell.innerText.length < 4 ? [] : [cell.offsetWidth]));
  expect(Math.min(...widths)).toBeGreaterThanOrEqual(4 * 12 + 16);
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth + 1);
});

test("a long head takes no room from the words beside it, and names and dates stay on a line", async () => {
  const { cells } = await set(holders, 728);
  expect(cells("tbody td")[0]?.offsetWidth).toBeGreaterThan(cells("tbody td")[2]?.offsetWidth ?? 0);
  mounted?.leave();
  const officer = (await set(officers, 728)).cells("tbody td");
  expect(officer.slice(0, 2).map(linesOf)).toEqual([1, 1]);
});

test("words take the whole pane, wider than the text", async () => {
  const { box } = await set(officers, 728);
  expect(box.clientWidth).toBeGreaterThan(700);
});

test("on a phone the label stays, of 96 px and no more than a third, beside two columns of figures", async () => {
  const { cells, box } = await set(fiveYears, 358);
  const right = box.getBoundingClientRect().right;
  const [label, ...values] = cells("tbody tr:first-child > *");
  expect(label?.offsetWidth).toBeGreaterThanOrEqual(96);
  expect(label?.offsetWidth).toBeLessThanOrEqual(358 / 3);
  expect(label === undefined ? "" : getComputedStyle(label).position).toBe("sticky");
  const seen = values.filter((cell) => !cell.matches(".l") && cell.getBoundingClientRect().right <= right + 1);
  expect(seen.length).toBeGreaterThanOrEqual(2);
});

test("further lines of an indented label stand below its first", async () => {
  const label = "\u3000その他の有形固定資産（純額）及び使用権資産";
  const { cells } = await set(`${head("", "第104期", "第105期")}|${label}|1,234,567,890|1,345,678,901|\n`, 358);
  const words = document.createRange();
  words.selectNodeContents(cells("tbody th")[0]?.firstChild ?? document.body);
  words.setStart(words.startContainer, 1);
  const lefts = [...words.getClientRects()].map((line) => Math.round(line.left));
  expect(lefts.length).toBeGreaterThan(1);
  expect(Math.max(...lefts) - Math.min(...lefts)).toBeLessThanOrEqual(1);
});

test("a head stands over its figures, though it begins a row of the head", async () => {
  const { cells } = await set(
    "<table><tr><th rowspan=2>回次</th><th colspan=2>日本基準</th></tr><tr><th>第101期</th><th>第102期</th></tr><tr><td>売上高</td><td>119,066</td><td>148,663</td></tr></table>",
    728,
  );
  expect(cells("thead th:not(.over)").map((cell) => getComputedStyle(cell).textAlign)).toEqual(["start", "end", "end"]);
});

test("between blank cells beside a name of two rows there is no rule", async () => {
  const rows = (name: string) =>
    `<tr><td rowspan=2>${name}</td><td>12</td><td>取引の維持</td></tr><tr><td>34</td><td></td></tr>`;
  const { cells } = await set(
    `<table><tr><th>銘柄</th><th>金額</th><th>目的</th></tr>${rows("甲")}${rows("乙")}</table>`,
    728,
  );
  expect(cells("tbody td").map((cell) => Number.parseFloat(getComputedStyle(cell).borderTopWidth) > 0)).toEqual([
    ...[false, false, true, false],
    ...[true, true, true, false],
  ]);
});

test("the years stand in the head, and the balance at the end of a year is no total", async () => {
  const { cells } = await set(fiveYears, 358);
  expect(cells("thead tr").map((row) => row.innerText.includes("2013年"))).toEqual([false, true]);
  expect(cells("tr.sum, tr.ruled")).toEqual([]);
});

test.each([3, 4, 5, 6])("a heading of level %d stands by the text that it heads", async (level) => {
  const { cells } = await set(`本文\n\n${"#".repeat(level)} 見出し\n\n本文である。\n\n${equity}`, 728);
  const [above, heading, below] = cells(".prose > :is(p, h3, h4, h5, h6)").map((each) => each.getBoundingClientRect());
  if (above === undefined || heading === undefined || below === undefined) throw new Error("no heading");
  expect(below.top - heading.bottom).toBeLessThanOrEqual((heading.top - above.bottom) / 2);
});
