/** A document of any size, the same each time: prose and tables of figures in the proportions of an annual report. */
export interface MadeSection {
  readonly title: string;
  readonly paragraphs: readonly string[];
  /** Rows of cells, the first of them the heads. */
  readonly tables: readonly (readonly (readonly string[])[])[];
}

const subjects =
  "当連結会計年度 当社グループ 営業活動 設備投資 研究開発 為替相場 海外事業 国内需要 原材料価格 受注残高".split(" ");
const predicates =
  "は前期に比べて増加しました は堅調に推移しました については引き続き注視しています は計画を下回りました の影響は軽微です を重要な課題と認識しています".split(
    " ",
  );
const items =
  "売上高 売上原価 販売費及び一般管理費 営業利益 受取利息 支払利息 経常利益 法人税等 有形固定資産 棚卸資産 契約負債".split(
    " ",
  );
const topics =
  "事業の内容 経営方針 事業等のリスク 財政状態 設備の状況 株式の状況 配当政策 役員の状況 監査の状況 連結財務諸表 注記事項 セグメント情報".split(
    " ",
  );
export const tableHeads = ["項目", "前々期", "前期", "当期", "増減", "構成比"];

/** The number of cells in each section; sixty times 917 are the 55,000 cells of the reference document. */
export function madeSections(count: number, cellsEach = 917): readonly MadeSection[] {
  const random = randomFrom(count);
  const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
  const sentence = () => `${pick(subjects)}における${pick(items)}${pick(predicates)}。`;
  const figure = () => {
    const value = Math.floor(random() * 9_000_000) + 1_000;
    return `${random() < 0.15 ? "△" : ""}${value.toLocaleString("en-US")}`;
  };
  const row = (at: number) => [`${pick(items)}${at + 1}`, figure(), figure(), figure(), figure(), figure()];
  const rowsEach = Math.round(cellsEach / 3 / tableHeads.length);
  return Array.from({ length: count }, (_, at) => ({
    title: `${pick(topics)}（その${at + 1}）`,
    paragraphs: Array.from({ length: 10 }, () => Array.from({ length: 9 }, sentence).join("")),
    tables: Array.from({ length: 3 }, () => [tableHeads, ...Array.from({ length: rowsEach - 1 }, (_, r) => row(r))]),
  }));
}

export function filingHtml(sections: readonly MadeSection[]): string {
  const fullWidth = (n: number) => String(n).replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)));
  const parts = sections.map(({ title, paragraphs, tables }, at) => {
    const texts = paragraphs.map((text) => `<p>${text}</p>`);
    const grids = tables.map((rows) => `<table>${rows.map(rowHtml).join("")}</table><p>（注）単位は百万円です。</p>`);
    return `<h3>${fullWidth(at + 1)} 【${title}】</h3>${texts.join("")}${grids.join("")}`;
  });
  return `<h1>第一部 【企業情報】</h1><h2>第１ 【企業の概況】</h2>${parts.join("")}`;
}

export function sectionMarkdown({ paragraphs, tables }: MadeSection): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  const grids = tables.map(([heads = [], ...rows]) =>
    [line(heads), line(heads.map(() => "---")), ...rows.map(line)].join("\n"),
  );
  return [...paragraphs, ...grids].join("\n\n");
}

function rowHtml(cells: readonly string[]): string {
  return `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
}

/** Figures that only have to look alike each time: a small generator with a seed. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
