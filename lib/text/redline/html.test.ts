import { expect, test } from "vitest";
import { blocksOf } from "./blocks.ts";
import { redlineHtml } from "./html.ts";
import { redlineOf } from "./redline.ts";
import { redlineView } from "./testing.ts";

const html = (before: string, after: string, isSideBySide = false) =>
  redlineHtml(blocksOf(redlineOf(before, after)), { ...redlineView, isSideBySide });
const bare = (text: string) => text.replace(/ class="[^"]*"/g, "");

test("what was deleted and inserted is marked, and nothing of a text is taken for HTML", () => {
  const { html: shown, changes } = html("利益は1億円<b>です</b>&lt;。\n", "利益は2億円<b>です</b>&lt;。\n");
  expect(bare(shown)).toBe(
    '<div data-at="" tabindex="-1"><p>利益は<del>1</del><ins>2</ins>億円です&#x26;lt;。</p></div>',
  );
  expect(changes).toBe(1);
  expect(html("a < b です。", "a < c です。").html).not.toContain("a < ");
});

test("unchanged passages away from a change are behind a line that counts them", () => {
  const same = (count: number) => Array.from({ length: count }, (_, at) => `変わらない段落${at}。\n\n`).join("");
  const { html: shown, changes } = html(`${same(5)}前。\n`, `${same(5)}後。\n`);
  expect(bare(shown)).toContain("<details data-unchanged><summary>4 unchanged passages</summary><div><p>");
  expect(shown.indexOf("</details>")).toBeLessThan(shown.indexOf("変わらない段落4"));
  expect(changes).toBe(1);
  expect(html("同じ。", "同じ。").changes).toBe(0);
});

test("below its heading a text does not repeat it, unless it changed", () => {
  const below = (before: string, after: string) =>
    redlineHtml(blocksOf(redlineOf(before, after)), { ...redlineView, isTitled: true }).html;
  expect(below("## 配当\n\n前。\n", "## 配当\n\n後。\n")).not.toContain("配当");
  expect(below("## 配当\n\n前。\n", "## 配当政策\n\n後。\n")).toContain("政策");
});

test("side by side each text has what it alone has", () => {
  const shown = bare(html("前の文。\n\n同じ。\n", "同じ。\n\n後の文。\n", true).html);
  expect(shown).toContain("<div><p><del>前の文。</del></p></div><div></div>");
  expect(shown).toContain("<div></div><div><p><ins>後の文。</ins></p></div>");
});

test("a table keeps its cells with their spans, and a moved passage says where it went", () => {
  const row = '<tr><th colspan="2">売上</th><td>1</td></tr>';
  const changed = bare(html(`<table>${row}</table>`, `<table>${row.replace("1<", "2<")}</table>`).html);
  expect(changed).toContain('<tr><th colspan="2">売上</th><td><del>1</del><ins>2</ins></td></tr>');
  const [one, two] = ["当社は甲の事業を営んでおります。\n\n", "子会社は乙の事業を営んでおりました。\n\n"];
  const rest = "共通の段落がここにあります。\n\nもう一つの段落もここにあります。\n\n";
  const moved = bare(html(one + rest + two, rest + two + one).html);
  expect(moved).toContain("<span>moved away (1)</span>");
  expect(moved).toContain("<span>moved here (1)</span>");
});
