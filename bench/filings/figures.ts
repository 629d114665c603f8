import type { IndexedDocument } from "../../service/search/port.ts";
import { randomFrom } from "../../service/search/testing/generate.ts";

export interface FigureQuestion {
  readonly text: string;
  readonly securityCode: string;
  readonly documentId: string;
  readonly sectionId: string;
}

/** Whose, of when, consolidated or not, and the words of the row; the same from the same seed. */
export function figureQuestions(documents: readonly IndexedDocument[], each: number, seed = 17): FigureQuestion[] {
  const random = randomFrom(seed);
  const questions: FigureQuestion[] = [];
  for (const document of documents) {
    if (document.securityCode === null || document.type !== "annual_securities_report") continue;
    const cells = document.sections.flatMap((section) =>
      tablesOf(section.markdown).flatMap((rows) => cellsOf(rows).map((cell) => ({ ...cell, section }))),
    );
    for (let n = 0; n < each && cells.length > 0; n++) {
      const cell = cells[Math.floor(random() * cells.length)];
      if (cell === undefined) continue;
      const path = cell.section.path.join(" ");
      const scope = /連結財務諸表|連結経営指標/u.test(path)
        ? "連結"
        : /財務諸表等|提出会社の経営指標/u.test(path)
          ? "単体"
          : "";
      const issuer = (document.issuerName ?? "").replace(/株式会社/u, "");
      questions.push({
        text: `${issuer}の${cell.period}${scope === "" ? "" : `の${scope}`}の${cell.label}はいくらですか`,
        securityCode: document.securityCode,
        documentId: document.documentId,
        sectionId: cell.section.sectionId,
      });
    }
  }
  return questions;
}

function cellsOf(rows: readonly (readonly string[])[]): { label: string; period: string }[] {
  const head = rows
    .slice(0, 3)
    .map((row) => row.join(" "))
    .join(" ")
    .normalize("NFKC");
  const found: { label: string; period: string }[] = [];
  const years = [...head.matchAll(/(\d{4})年(\d{1,2})月/gu)].map(([, year, month]) => `${year}年${month}月期`);
  const words = head.match(/[前当](?:連結会計年度|事業年度|期)/gu) ?? [];
  const period = years.at(-1) ?? words.at(-1);
  if (period === undefined) return found;
  for (const row of rows.slice(1)) {
    const label = (row[0] ?? "").replace(/[※*].*$|[(（]注.*$|\s|　/gu, "");
    if (label.length < 2 || label.length > 30 || /^[\d,.△－-]+$/u.test(label) || /[0-9０-９]{4}/u.test(label)) continue;
    if (!row.slice(1).some((cell) => /^[△▲-]?[\d,.]{2,}[%％]?$/u.test(cell.normalize("NFKC").trim()))) continue;
    found.push({ label, period });
  }
  return found;
}

/** The tables of a section, each as rows of plain cells. */
function tablesOf(markdown: string): string[][][] {
  const tables: string[][][] = [];
  for (const [html] of markdown.matchAll(/<table>[\s\S]*?<\/table>/gu)) {
    tables.push(
      [...html.matchAll(/<tr>([\s\S]*?)<\/tr>/gu)].map(([, row]) =>
        [...(row ?? "").matchAll(/<t[dh][^>]*>([\s\S]*?)<\/t[dh]>/gu)].map(([, cell]) => plain(cell ?? "")),
      ),
    );
  }
  for (const [pipes] of markdown.matchAll(/(?:^\|.*\|$\n?)+/gmu)) {
    const rows = pipes
      .trim()
      .split("\n")
      .filter((line) => !/^\|[-:|\s]+\|$/u.test(line));
    tables.push(rows.map((line) => line.slice(1, -1).split("|").map(plain)));
  }
  return tables;
}

const plain = (cell: string) =>
  cell
    .replace(/<[^>]*>/gu, " ")
    .replace(/\\(.)/gu, "$1")
    .replace(/[ ]+/gu, " ")
    .trim();
