import { yen } from "../figures.ts";
import type { Composer } from "./compose.ts";
import { notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { furtherNotes } from "./notes/further.ts";
import { partsOf } from "./parts.ts";
import { standalone } from "./standalone.ts";
import { balanceOf } from "./statements/balance.ts";
import { cashFlowOf, comprehensiveOf, incomeOf } from "./statements/income.ts";
import { equityChanges, statement } from "./statements/tables.ts";

/** 第5 経理の状況: statements that add up, and their notes. */
export function financials(out: Composer, c: Context): void {
  const { terms } = c;
  out.add(
    2,
    "financials",
    "第5【経理の状況】",
    paragraph(`当社の連結財務諸表は、${terms.basis}に基づいて作成しております。`),
    ...(c.size === 0
      ? []
      : [
          paragraph(
            `当社は、金融商品取引法第193条の2第1項の規定に基づき、連結会計年度（第${c.term(c.now.year)}期）の連結財務諸表及び事業年度の財務諸表について、監査法人の監査を受けております。`,
          ),
          paragraph(
            "連結財務諸表等の適正性を確保するための特段の取組みとして、会計基準等の内容を適切に把握し、変更に的確に対応できる体制を整備するため、公益財団法人への加入及び研修への参加を行っております。",
          ),
        ]),
  );
  out.add(3, "consolidated", "1【連結財務諸表等】");
  out.add(4, "statements", `(1)【${terms.statements}】`);
  out.add(
    5,
    "balance-sheet",
    `①【${terms.balanceSheet}】`,
    statement(c, "科目", (f) => balanceOf(c, f)),
    notes("有形固定資産は減価償却累計額を控除した金額であります。"),
  );
  out.add(
    5,
    "income-statement",
    `②【${terms.incomeStatement}】`,
    statement(c, "科目", (f) => incomeOf(c, f)),
    `※1 販売費及び一般管理費に含まれる研究開発費は${yen(c.now.research)}百万円であります。`,
    ...(c.size === 0 ? [] : [statement(c, "区分", (f) => comprehensiveOf(c, f), "包括利益")]),
  );
  out.add(
    5,
    "equity-statement",
    `③【${terms.equityStatement}】`,
    ...(c.size === 0 ? [] : [equityChanges(c, c.before, `前連結会計年度（${c.before.year}年度）`)]),
    equityChanges(c, c.now, `当連結会計年度（${c.now.year}年度）`),
  );
  out.add(
    5,
    "cash-statement",
    `④【${terms.cashStatement}】`,
    statement(c, "区分", (f) => cashFlowOf(c, f)),
  );
  out.add(4, "notes", `【${terms.notes}】`);
  policyNote(out, c);
  out.add(
    5,
    "note-segments",
    "（セグメント情報等）",
    ...(c.size === 0
      ? []
      : [
          paragraph(
            "当社の報告セグメントは、当社の構成単位のうち分離された財務情報が入手可能であり、取締役会が経営資源の配分の決定及び業績の評価のために定期的に検討を行う対象となっているものであります。",
          ),
          segmentTable(c, c.before, `前連結会計年度（${c.before.year}年度）`),
        ]),
    segmentTable(c, c.now, c.size === 0 ? "報告セグメントごとの売上高及び利益" : `当連結会計年度（${c.now.year}年度）`),
    notes(
      "調整額には各報告セグメントに配分していない全社費用が含まれております。",
      `セグメント利益は、${terms.incomeStatement.replace(/及び.*$/, "")}の${terms.operating}と調整を行っております。`,
    ),
    ...regions(c),
  );
  if (c.size > 0) furtherNotes(out, c);
  standalone(out, c);
}

function policyNote(out: Composer, c: Context): void {
  out.add(
    5,
    "note-policies",
    "（連結財務諸表作成のための基本となる重要な事項）",
    paragraph(
      `連結子会社の数は${c.subsidiaries}社であります。${c.random.chance(0.4) ? `当連結会計年度において、${c.shortName}テクノ株式会社を連結の範囲から除外しております。` : ""}`,
    ),
    paragraph(
      "棚卸資産は主として移動平均法による原価法、有形固定資産は定額法によっております。顧客との契約から生じる収益は、支配が顧客に移転した時点又は一定の期間にわたり認識しております。",
    ),
    ...(c.size === 0 ? [] : longPolicies(c)),
  );
}

/** Accounting policies: prescribed in their wording, so the same in every year. */
function longPolicies(c: Context): string[] {
  const rules: readonly (readonly [string, string])[] = [
    [
      "持分法の適用に関する事項",
      `持分法を適用した関連会社の数は${c.affiliates}社であり、決算日が連結決算日と異なる会社については、各社の事業年度に係る財務諸表を使用しております。`,
    ],
    [
      "有価証券の評価基準及び評価方法",
      "満期保有目的の債券は償却原価法、その他有価証券のうち市場価格のあるものは時価法（評価差額は全部純資産直入法により処理し、売却原価は移動平均法により算定）、市場価格のないものは移動平均法による原価法によっております。",
    ],
    [
      "デリバティブの評価基準",
      "時価法によっております。ヘッジ会計の要件を満たす取引については、繰延ヘッジ処理を採用しております。",
    ],
    [
      "重要な減価償却資産の減価償却の方法",
      "建物及び構築物は3年から50年、機械装置及び運搬具は2年から17年を主な耐用年数としております。ソフトウエアは社内における利用可能期間（5年）に基づく定額法によっております。",
    ],
    [
      "重要な引当金の計上基準",
      "売上債権等の貸倒れによる損失に備えるため、一般債権については貸倒実績率により、貸倒懸念債権等特定の債権については個別に回収可能性を検討し、回収不能見込額を計上しております。賞与引当金は支給見込額のうち当期に負担すべき額を計上しております。",
    ],
    [
      "退職給付に係る会計処理の方法",
      "退職給付債務の算定に当たり、期間に帰属させる方法については給付算定式基準によっております。数理計算上の差異は、発生時の従業員の平均残存勤務期間以内の一定の年数による定額法により按分した額を翌期から費用処理しております。",
    ],
    [
      "重要な収益及び費用の計上基準",
      `${c.product(0)}をはじめとする財又はサービスについては、引渡し又は検収の時点で履行義務が充足されると判断し収益を認識しております。保守に係る契約は期間の経過に応じて収益を認識しております。取引の対価は概ね${c.issuer.index % 3 === 0 ? "三か月" : "六か月"}以内に受領しており、重要な金融要素は含まれておりません。`,
    ],
    [
      "重要な外貨建の資産又は負債の本邦通貨への換算の基準",
      "外貨建金銭債権債務は連結決算日の直物為替相場により円貨に換算し、換算差額は損益として処理しております。在外子会社の収益及び費用は期中平均相場により換算しております。",
    ],
    [
      "のれんの償却方法及び償却期間",
      c.issuer.standard === "日本基準"
        ? "のれんは、その効果の発現する期間を個別に見積り、20年以内の期間で均等償却しております。"
        : "のれんは償却せず、毎期及び減損の兆候がある場合に減損テストを行っております。",
    ],
    [
      "連結キャッシュ・フロー計算書における資金の範囲",
      "手許現金、随時引き出し可能な預金及び容易に換金可能であり、かつ、価値の変動について僅少なリスクしか負わない取得日から3か月以内に償還期限の到来する短期投資からなっております。",
    ],
  ];
  return rules.map(([title, text], at) => `${at + 1}．${title}\n\n${paragraph(text)}`);
}

function segmentTable(c: Context, f: Context["now"], caption: string): string {
  const internal = f.segments.map((segment) => Math.round(segment.sales * 0.03));
  const internalTotal = internal.reduce((sum, each) => sum + each, 0);
  const assets = partsOf(c, f, "segment-assets", Math.round(f.assets * 0.86), [5, 3, 2]);
  const spread = (amount: number) => f.segments.map(({ sales }) => Math.round((amount * sales) / f.sales));
  const rest = (amount: number, parts: readonly number[]) => amount - parts.reduce((sum, each) => sum + each, 0);
  const depreciation = spread(f.depreciation);
  const capex = spread(f.capex);
  return table(
    caption,
    "百万円",
    ["", ...f.segments.map(({ name }) => name), "調整額", "連結"],
    [
      [`外部顧客への${c.terms.sales}`, ...f.segments.map(({ sales }) => yen(sales)), "－", yen(f.sales)],
      ["セグメント間の内部売上高又は振替高", ...internal.map(yen), yen(-internalTotal), "－"],
      ["セグメント利益", ...f.segments.map(({ profit }) => yen(profit)), "－", yen(f.operating)],
      ["セグメント資産", ...assets.map(yen), yen(rest(f.assets, assets)), yen(f.assets)],
      ["減価償却費", ...depreciation.map(yen), yen(rest(f.depreciation, depreciation)), yen(f.depreciation)],
      ["有形固定資産及び無形固定資産の増加額", ...capex.map(yen), yen(rest(f.capex, capex)), yen(f.capex)],
    ],
  );
}

function regions(c: Context): string[] {
  const of = (f: Context["now"]) => partsOf(c, f, "regions", f.sales, [9, 3, 2, 1.5, 0.5]);
  const [before, now] = [of(c.before), of(c.now)];
  return [
    table(
      `地域ごとの${c.terms.sales}`,
      "百万円",
      ["地域", `${c.before.year}年度`, `${c.now.year}年度`],
      ["日本", "アジア", "北米", "欧州", "その他"].map((name, at) => [name, yen(before[at] ?? 0), yen(now[at] ?? 0)]),
    ),
  ];
}
