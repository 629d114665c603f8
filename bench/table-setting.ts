/** bench: how the tables of real annual reports are set: heads, narrow cells, broken names, labels and columns in view. */
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import tailwind from "@tailwindcss/postcss";
import postcss from "postcss";
import { renderMarkdown } from "../lib/text/markdown/render.ts";
import { testOptions } from "../lib/text/markdown/testing.ts";
import { readPackage } from "../service/ingest/package/read-package.ts";
import { filingsFolder } from "./filings/load.ts";
import { launch } from "./web/browser.ts";
import { root } from "./web/figures.ts";

if (filingsFolder === undefined) {
  console.log("skipped: HIRAKU_TEST_SAMPLES is not set");
  process.exit(0);
}
const reportCount = 10;
const files = ["packages", "pairs"]
  .flatMap((folder) => readdirSync(path.join(filingsFolder ?? "", folder)).map((file) => path.join(folder, file)))
  .filter((file) => /S100(?!I|J[12])\w+\.zip$/.test(file));
const sheet = path.join(root, "app/globals.css");
const { css } = await postcss([tailwind({ base: root })]).process(readFileSync(sheet, "utf8"), { from: sheet });
const sections: string[] = [];
for (const file of files.slice(0, reportCount)) {
  for (const draft of await readPackage(path.join(filingsFolder, file))) {
    const html = draft.sections.map((each) => renderMarkdown(each.markdown, testOptions).html);
    sections.push(...html.map((each) => `<section class="prose piece" data-report="${file}">${each}</section>`));
  }
}
// As components/reader/Reader.tsx has it.
const pageOf = (columns: string): string => `<!doctype html><html lang="ja"><meta charset="utf-8"><style>${css}
  .flow > .piece, .scroll-x { content-visibility: visible !important }</style>
  <main class="grid min-h-0 flex-1 max-md:block" style="${columns}"><nav class="toc max-md:hidden"></nav>
  <article class="@container relative min-w-0 px-6 py-5 max-md:overflow-visible max-md:p-4" data-pane>
  <div class="mx-auto max-w-[calc(var(--text-reading)*40)]"><div class="flow">${sections.join("")}</div></div></article></main>`;

const browser = await launch();
for (const [name, width, columns] of [
  ["1440 beside pages", 1440, "grid-template-columns:264px minmax(0,1fr) 400px"],
  ["1440", 1440, "grid-template-columns:264px minmax(0,1fr)"],
  ["390", 390, ""],
] as const) {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.setContent(pageOf(columns), { timeout: 0 });
  console.log(name, JSON.stringify(await page.evaluate(tally), null, 1));
  await page.close();
}
await browser.close();

/** In the page. */
function tally() {
  const count: Record<string, number> = {};
  const add = (what: string, isSo: boolean) => {
    count[what] = (count[what] ?? 0) + (isSo ? 1 : 0);
  };
  const wordsBox = (cell: Element) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  };
  const linesOf = (cell: Element) =>
    Math.round(wordsBox(cell).height / Number.parseFloat(getComputedStyle(cell).lineHeight));
  const roomOf = (cell: HTMLElement) => {
    const { paddingLeft, paddingRight, fontSize } = getComputedStyle(cell);
    const px = cell.getBoundingClientRect().width - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return px / Number.parseFloat(fontSize);
  };
  const plain = (cell: Element) => (cell.textContent ?? "").replace(/\s+/gu, "");
  const isDate = (words: string) =>
    /^(?:\d{4}年|(?:昭和|平成|令和).{1,2}年)\d{1,2}月(?:\d{1,2}日)?生?$/u.test(words.normalize("NFKC"));
  const isName = (words: string) => /^[\p{sc=Han}]{1,3}[\s　]+[\p{sc=Han}\p{sc=Hira}]{1,3}$/u.test(words.trim());
  for (const box of document.querySelectorAll<HTMLElement>(".scroll-x")) {
    const table = box.querySelector("table");
    if (table === null) continue;
    const view = box.getBoundingClientRect();
    add("tables", true);
    add("px of tables", false);
    count["px of tables"] = (count["px of tables"] ?? 0) + Math.round(view.height);
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    add("tables that scroll", scrolls);
    for (const cell of table.querySelectorAll<HTMLElement>("thead tr:not(.unit, .day) > th")) {
      if (plain(cell) === "") continue;
      add("head cells", true);
      // A filer may break a head into more lines himself.
      const linesMax = Math.max(3, cell.querySelectorAll("br").length + 1);
      add("head cells over three lines", linesOf(cell) > linesMax);
      add("head cells over three lines where the table does not scroll", !scrolls && linesOf(cell) > linesMax);
      add(
        "head cells narrower than four characters",
        plain(cell).length >= 4 && roomOf(cell) < 3.95 && linesOf(cell) > 1,
      );
    }
    for (const cell of table.querySelectorAll<HTMLElement>("tbody :is(td, th)")) {
      if (cell.querySelector("br, p, table") !== null) continue;
      const words = (cell.textContent ?? "").trim();
      add("cells narrower than four characters", words.length >= 4 && roomOf(cell) < 3.95 && linesOf(cell) > 1);
      add("broken dates", isDate(plain(cell)) && linesOf(cell) > 1);
      add("broken names", isName(words) && linesOf(cell) > 1);
    }
    const unit = table.querySelector(".unit span")?.getBoundingClientRect();
    if (unit !== undefined) add("units out of sight", unit.right > view.right + 1 || unit.left < view.left - 1);
    const row = [...table.querySelectorAll("tbody tr")].find((each) => each.querySelectorAll("td:not(.l)").length > 1);
    const [label, ...values] = [...(row?.children ?? [])].map((cell) => cell.getBoundingClientRect());
    if (label === undefined || row?.firstElementChild?.tagName !== "TH") continue;
    add("tables of figures", true);
    add("labels under 96 px", label.width < 96);
    const stays = row.firstElementChild !== null && getComputedStyle(row.firstElementChild).position === "sticky";
    add("labels over a third that stay", scrolls && stays && label.width > view.width / 3 + 1);
    const inView = values.filter((value) => value.right <= view.right + 1).length;
    add("fewer than two columns of figures in view", inView < Math.min(2, values.length));
  }
  return count;
}
