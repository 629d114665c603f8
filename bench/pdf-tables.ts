/** bench: tables recognised in PDFs: how many known cells are in their row and column, and what reading a page takes. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createPdfRenderer, type PdfPageText, type PdfRenderer } from "../service/pdf/index.ts";
import { type Compared, compareTables } from "../service/pdf/testing/compare-tables.ts";
import { drawTables, type MadeTable } from "../service/pdf/testing/made-tables.ts";
import { write } from "../service/sample/documents.ts";
import { rowsOf } from "../service/sample/paper/columns.ts";
import { drawPdf } from "../service/sample/paper/draw.ts";

const goal = 0.95;
const styles = ["grid", "columns", "lines", "ends", "none"] as const;
const tablesOfStyle = 40;

/** The same sequence each time. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

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

function print(name: string, { cells, found }: Compared, msPerPage: number, uncertain: number): boolean {
  const share = found / cells;
  console.log(
    `${name.padEnd(36)} ${String(cells).padStart(6)} cells  ${(share * 100).toFixed(1).padStart(5)} %  ` +
      `${msPerPage.toFixed(0).padStart(4)} ms a page  ${String(uncertain).padStart(3)} uncertain`,
  );
  return share >= goal;
}

const uncertainOf = (pages: readonly PdfPageText[]): number =>
  pages.flatMap((page) => page.tables).filter((table) => !table.certain).length;

async function madeTables(renderer: PdfRenderer, folder: string): Promise<boolean> {
  let isGood = true;
  for (const style of styles) {
    const random = randomOf(7);
    const tables = Array.from({ length: tablesOfStyle }, () => makeTable(style, random));
    const file = path.join(folder, `${style}.pdf`);
    writeFileSync(file, await drawTables(tables));
    const { pages, msPerPage } = await readPages(renderer, file);
    const compared = tables.map((table, at) => compareTables(table.rows, pages[at]?.tables ?? []));
    isGood = print(`made, ${style}`, sum(compared), msPerPage, uncertainOf(pages)) && isGood;
  }
  return isGood;
}

/** An annual report of the sample market, whose tables are in its text. */
async function sampleReport(renderer: PdfRenderer, folder: string): Promise<boolean> {
  const recipe = {
    seed: 1,
    issuer: 3,
    year: 2025,
    quarter: 0,
    variant: 0,
    day: "2025-06-26",
    atMs: 0,
    amendment: false,
    lengths: "full" as const,
  };
  const written = write({ ...recipe, kind: "annual_securities_report" });
  const file = path.join(folder, "sample.pdf");
  writeFileSync(
    file,
    await drawPdf(written.pages, { title: written.title, author: written.issuer.name, createdAtMs: 0 }),
  );
  const { pages, msPerPage } = await readPages(renderer, file);
  const blocks = written.sections.flatMap((section) =>
    section.markdown.split("\n\n").filter((block) => block.startsWith("|")),
  );
  const rows = blocks.flatMap(rowsOf);
  const all = compareTables(
    rows,
    pages.flatMap((page) => page.tables),
  );
  return print(`the sample's annual report, ${pages.length} p.`, all, msPerPage, uncertainOf(pages));
}

function sum(all: readonly Compared[]): Compared {
  return all.reduce((a, b) => ({ cells: a.cells + b.cells, found: a.found + b.found }), { cells: 0, found: 0 });
}

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-pdf-tables-"));
const renderer = createPdfRenderer({ workers: 1 });
try {
  const made = await madeTables(renderer, folder);
  const sample = await sampleReport(renderer, folder);
  console.log(`goal: ${goal * 100} % of the cells in their row and column`);
  if (!made || !sample) process.exitCode = 1;
} finally {
  await renderer.close();
  rmSync(folder, { recursive: true, force: true });
}
