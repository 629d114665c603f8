/**
 * bench: tables recognised in PDFs: how many known cells are in their row and column, and what reading a page takes.
 *
 * A cell counts only with its whole text and in its own table, row and column; `compareTables` says how these are paired.
 * Cells that were found where there are none are counted as "strange". The random pages are of a sequence that nobody
 * looked at while the recogniser was written: their fonts, widths, alignments, heads and rules vary.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { cutPdf } from "../service/ingest/pdf/cut-pdf.ts";
import { createPdfRenderer, type PdfPageText, type PdfRenderer } from "../service/pdf/index.ts";
import { addCompared, type Compared, compareTables } from "../service/pdf/testing/compare-tables.ts";
import { drawSheets, fontMeasure } from "../service/pdf/testing/draw-sheets.ts";
import { choicesOf } from "../service/pdf/testing/find-drawn-tables.ts";
import { drawTables, type MadeTable } from "../service/pdf/testing/made-tables.ts";
import { randomPage, randomStyles } from "../service/pdf/testing/random-pages.ts";
import { companyOf } from "../service/sample/company.ts";
import { readSampleData } from "../service/sample/data.ts";
import { write } from "../service/sample/documents.ts";
import { rowsOf } from "../service/sample/paper/columns.ts";
import { drawPdf } from "../service/sample/paper/draw.ts";

const goal = 0.95;
const styles = ["grid", "columns", "lines", "ends", "none"] as const;
const tablesOfStyle = 40;
const pagesOfStyle = 60;
const heldOutSeed = 20_251_123;
/** The first is the one whose tables were looked at while the recogniser was written. */
const sampleIssuers = [3, 21, 34] as const;

const labels = [
  ...["売上高", "売上原価", "売上総利益", "販売費及び一般管理費", "営業利益又は営業損失（△）", "経常利益", "特別損失"],
  ...[
    "法人税、住民税\n及び事業税",
    "現金及び預金",
    "受取手形、売掛金\n及び契約資産",
    "有形固定資産合計",
    "その他",
    "資産合計",
  ],
];

function makeTable(style: MadeTable["style"], random: (below: number) => number): MadeTable {
  const columns = 1 + random(5);
  const amount = (): string => {
    const kind = random(10);
    if (kind === 0) return "－";
    const value = random(10 ** (1 + random(8))).toLocaleString("en-US");
    return kind < 3 ? `△${value}` : kind === 3 ? `${random(100)}.${random(10)}` : value;
  };
  const head = ["", ...Array.from({ length: columns }, (_, at) => `${2020 + at}年３月期`)];
  const rows = Array.from({ length: 4 + random(16) }, () => {
    const label = labels[random(labels.length)] ?? "その他";
    return [label, ...Array.from({ length: columns }, amount)];
  });
  return { rows: [head, ...rows], headRows: 1, style, leading: 4 + random(8), gap: 4 + random(26) };
}

async function readPages(renderer: PdfRenderer, file: string): Promise<{ pages: PdfPageText[]; msPerPage: number }> {
  const { pages } = await renderer.overview(file);
  const begun = performance.now();
  const read: PdfPageText[] = [];
  for (let number = 1; number <= pages.length; number++) read.push(await renderer.text(file, number));
  return { pages: read, msPerPage: (performance.now() - begun) / pages.length };
}

interface Titled {
  readonly title: string;
  readonly level: number;
}

/** Titles in the outline of a document that are found in their order; its PDF has no outline of its own. */
function printHeadings(known: readonly Titled[], cut: readonly Titled[]): void {
  const keyOf = ({ title }: Titled) => title.replace(/\s+/g, "");
  const keys = cut.map(keyOf);
  let [from, found, placed] = [0, 0, 0];
  for (const title of known) {
    const at = keys.indexOf(keyOf(title), from);
    if (at < 0) continue;
    found++;
    if (cut[at]?.level === title.level) placed++;
    from = at + 1;
  }
  console.log(
    `  headings found: ${found} of ${known.length}, ${placed} at their level; ${cut.length - found} others are sections`,
  );
}

function print(name: string, { cells, found, strange }: Compared, msPerPage: number, uncertain: number): boolean {
  const share = found / cells;
  console.log(
    `${name.padEnd(38)} ${String(cells).padStart(6)} cells  ${(share * 100).toFixed(1).padStart(5)} %  ` +
      `${String(strange).padStart(4)} strange  ${msPerPage.toFixed(0).padStart(3)} ms a page  ` +
      `${String(uncertain).padStart(3)} uncertain`,
  );
  return share >= goal;
}

const uncertainOf = (pages: readonly PdfPageText[]): number =>
  pages.flatMap((page) => page.tables).filter((table) => !table.certain).length;

async function madeTables(renderer: PdfRenderer, folder: string): Promise<boolean> {
  let isGood = true;
  for (const style of styles) {
    const random = choicesOf(7);
    const tables = Array.from({ length: tablesOfStyle }, () => makeTable(style, random));
    const file = path.join(folder, `${style}.pdf`);
    writeFileSync(file, await drawTables(tables));
    const { pages, msPerPage } = await readPages(renderer, file);
    const compared = tables.map((table, at) => compareTables([table.rows], [pages[at]?.tables ?? []]));
    isGood = print(`made, ${style}`, addCompared(compared), msPerPage, uncertainOf(pages)) && isGood;
  }
  return isGood;
}

async function randomPages(renderer: PdfRenderer, folder: string): Promise<boolean> {
  const measure = fontMeasure();
  let isGood = true;
  for (const style of randomStyles) {
    const random = choicesOf(heldOutSeed);
    const sheets = Array.from({ length: pagesOfStyle }, () => randomPage(random, measure, style));
    const file = path.join(folder, `random-${style}.pdf`);
    writeFileSync(file, await drawSheets(sheets, [595, 842]));
    const { pages, msPerPage } = await readPages(renderer, file);
    const compared = sheets.map(({ tables }, at) =>
      compareTables(
        tables.map(({ rows }) => rows),
        [pages[at]?.tables ?? []],
      ),
    );
    isGood = print(`random, ${style}`, addCompared(compared), msPerPage, uncertainOf(pages)) && isGood;
  }
  return isGood;
}

/** Annual reports of the sample market, whose tables are in their text. */
async function sampleReports(renderer: PdfRenderer, folder: string): Promise<boolean> {
  let isGood = true;
  for (const issuer of sampleIssuers) isGood = (await sampleReport(renderer, folder, issuer)) && isGood;
  return isGood;
}

async function sampleReport(renderer: PdfRenderer, folder: string, issuer: number): Promise<boolean> {
  const written = write(companyOf(readSampleData(), 1, issuer), {
    ...{ seed: 1, issuer, year: 2025, quarter: 0, variant: 0, day: "2025-06-26", atMs: 0 },
    ...{ amendment: false, lengths: "full", kind: "annual_securities_report" },
  });
  const file = path.join(folder, `issuer-${issuer}.pdf`);
  writeFileSync(
    file,
    await drawPdf(written.pages, { title: written.title, author: written.company.issuer.name, createdAtMs: 0 }),
  );
  const { pages, msPerPage } = await readPages(renderer, file);
  const known = written.sections.flatMap((section) =>
    section.markdown
      .split("\n\n")
      .filter((block) => block.startsWith("|"))
      .map(rowsOf),
  );
  const compared = compareTables(
    known,
    pages.map(({ tables }) => tables),
  );
  printHeadings(written.sections, cutPdf({ outline: [], pages }));
  return print(`annual report of issuer ${issuer}, ${pages.length} p.`, compared, msPerPage, uncertainOf(pages));
}

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-pdf-tables-"));
const renderer = createPdfRenderer({ workers: 1 });
try {
  const made = await madeTables(renderer, folder);
  const random = await randomPages(renderer, folder);
  const sample = await sampleReports(renderer, folder);
  console.log(`goal: ${goal * 100} % of the cells in their row and column`);
  if (!made || !random || !sample) process.exitCode = 1;
} finally {
  await renderer.close();
  rmSync(folder, { recursive: true, force: true });
}
