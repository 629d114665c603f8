import { yen } from "../../figures.ts";
import { type Composer, notes, paragraph, table } from "../compose.ts";
import type { Context } from "../context.ts";
import { noteParagraphs } from "../grammar/paragraphs.ts";
import { partsOf, rateOf } from "../parts.ts";
import { companyOf } from "../people.ts";
import { incomeOf } from "../statements/income.ts";
import { twoYears } from "../statements/tables.ts";
import { subsidiaryOf } from "../subsidiaries.ts";
import { type NoteBase, type NoteTable, noteTopics } from "./topics.ts";

/** The notes beyond policies and segments: the bigger the company, the more of them and the longer. */
export function furtherNotes(out: Composer, c: Context): void {
  const isJapanese = c.issuer.standard === "日本基準";
  for (const topic of noteTopics) {
    if (topic.from > c.size || (topic.onlyJapanese === true && !isJapanese)) continue;
    out.add(
      5,
      `note-${topic.id}`,
      isJapanese ? topic.title : topic.title.replace("連結貸借対照表", c.terms.balanceSheet),
      ...topic.says.map((text) => paragraph(text)),
      ...topic.tables.map((each) => noteTable(c, topic.id, each)),
      ...Array.from({ length: Math.max(0, Math.ceil(c.size) - topic.from + 1) }, (_, at) =>
        paragraph(c.writer.write(noteParagraphs, c.subject(at + topic.id.length))),
      ),
    );
  }
  out.add(5, "note-revenue-segments", "（収益の分解情報）", ...revenueBySegment(c));
  if (c.size >= 2) out.add(5, "note-related", "（関連当事者情報）", related(c));
  if (c.size >= 2) out.add(5, "note-group", "（連結子会社の業績の概要）", ...groupResults(c));
  out.add(5, "note-per-share", "（1株当たり情報）", perShare(c));
  out.add(
    5,
    "note-subsequent",
    "（重要な後発事象）",
    paragraph(
      c.random.chance(0.6)
        ? "該当事項はありません。"
        : `当社は、期末日後に開催された取締役会において、${c.site(1)}に係る設備の取得（総額${yen(Math.round(c.now.capex * 0.6))}百万円）を決議いたしました。`,
    ),
  );
}

function noteTable(c: Context, note: string, { caption, rows, of, thousandths, total }: NoteTable): string {
  const valuesOf = (f: Context["now"]) => {
    const all = Math.round((baseOf(c, f, of) * thousandths) / 1000);
    const parts = partsOf(
      c,
      f,
      `${note}/${caption}`,
      all,
      rows.map((_, at) => 1 + ((at * 7 + 3) % 5)),
    );
    return [...parts, ...(total === undefined ? [] : [all])];
  };
  const [before, now] = [valuesOf(c.before), valuesOf(c.now)];
  return table(
    caption,
    "百万円",
    ["区分", ...twoYears(c)],
    [...rows, ...(total === undefined ? [] : [total])].map((label, at) => [
      label,
      yen(before[at] ?? 0),
      yen(now[at] ?? 0),
    ]),
  );
}

/** What stands in the statements too is the same amount there. */
function baseOf(c: Context, f: Context["now"], of: NoteBase): number {
  if (of === "assets" || of === "sales" || of === "receivables") return f[of];
  if (of === "expenses") return incomeOf(c, f).find(([label]) => label === "販売費及び一般管理費")?.[1] ?? 0;
  const [short = 0, soon = 0, bonds = 0, long = 0] = partsOf(c, f, "borrowed", f.borrowings, [3, 2, 4, 6]);
  return of === "bonds" ? bonds : short + soon + long;
}

/** A table a year: what was sold where, by segment; the columns add up to the segments' sales. */
function revenueBySegment(c: Context): string[] {
  const markets = ["日本", "アジア", "北米", "欧州", "その他"];
  return [c.before, c.now].map((f) => {
    const columns = f.segments.map(({ name, sales }) => partsOf(c, f, `revenue/${name}`, sales, [9, 3, 2, 1.5, 0.5]));
    const row = (label: string, amounts: readonly number[]) => [
      label,
      ...amounts.map(yen),
      yen(amounts.reduce((sum, each) => sum + each, 0)),
    ];
    return table(
      `${f.year}年度`,
      "百万円",
      ["地域", ...f.segments.map(({ name }) => name), "合計"],
      [
        ...markets.map((market, at) =>
          row(
            market,
            columns.map((column) => column[at] ?? 0),
          ),
        ),
        row(
          "顧客との契約から生じる収益",
          f.segments.map(({ sales }) => sales),
        ),
      ],
    );
  });
}

function related(c: Context): string {
  const rows = Array.from({ length: 3 + Math.round(c.size * 2) }, (_, at) => {
    const share = rateOf(c, c.now, `related/${at}`, 0.0006, 0.009);
    return [
      ["関連会社", "役員の近親者が議決権の過半数を所有する会社", "重要な子会社の役員", "関連会社"][at % 4] ??
        "関連会社",
      companyOf(c.seed, c.issuer.index, "related", at),
      ["製品の販売", "原材料の購入", "業務の委託", "債務の保証", "土地の賃借", "資金の貸付"][at % 6] ?? "取引",
      yen(Math.round(c.now.sales * share)),
      ["売掛金", "買掛金", "未払金", "－", "前払費用", "長期貸付金"][at % 6] ?? "－",
      at % 6 === 3 ? "－" : yen(Math.round(c.now.sales * share * 0.2)),
    ];
  });
  return table(
    "関連当事者との取引",
    "百万円",
    ["種類", "会社等の名称", "取引の内容", "取引金額", "科目", "期末残高"],
    rows,
  );
}

/** The subsidiaries' own figures, by their region. */
function groupResults(c: Context): string[] {
  const count = Math.round(c.size ** 1.5 * 9);
  const rows = Array.from({ length: count }, (_, at) => {
    const { name, segment } = subsidiaryOf(c, at);
    const of = (f: Context["now"]) => Math.round((f.sales * rateOf(c, f, `sales/${at}`, 0.4, 9)) / count / 8);
    const [before, now] = [of(c.before), of(c.now)];
    const profit = Math.round(now * rateOf(c, c.now, `margin/${at}`, -0.02, 0.13));
    return [name, segment, yen(before), yen(now), yen(profit), yen(Math.max(6, Math.round(now / 31)))];
  });
  const tables: string[] = [];
  for (let from = 0; from < rows.length; from += 25) {
    tables.push(
      table(
        from === 0 ? "主要な連結子会社の業績" : "",
        "百万円、人",
        ["名称", "セグメントの名称", "売上高（前期）", "売上高（当期）", "営業利益", "従業員数"],
        rows.slice(from, from + 25),
      ),
      paragraph(c.writer.write(noteParagraphs, c.subject(from))),
    );
  }
  return [...tables, notes("売上高は連結会社間の内部取引を含んでおります。")];
}

function perShare(c: Context): string {
  const shown = (value: number) => (value < 0 ? `△${Math.abs(value).toFixed(2)}` : value.toFixed(2));
  return table(
    "",
    "円",
    ["項目", ...twoYears(c)],
    [
      [c.terms.bps, shown(c.before.bps), shown(c.now.bps)],
      [c.terms.eps, shown(c.before.eps), shown(c.now.eps)],
    ],
  );
}
