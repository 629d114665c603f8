import { longDate } from "../calendar.ts";
import { type Composer, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";

/** 第6 and after: the office that keeps the shares, references, and the auditors' report. */
export function closing(out: Composer, c: Context): void {
  const { issuer } = c;
  out.add(
    2,
    "share-office",
    "第6【提出会社の株式事務の概要】",
    table(
      "",
      undefined,
      ["項目", "内容"],
      [
        ["事業年度", `${(issuer.closingMonth % 12) + 1}月1日から${issuer.closingMonth}月末日まで`],
        ["定時株主総会", "事業年度末日から3か月以内"],
        ["1単元の株式数", "100株"],
        ["公告掲載方法", "電子公告"],
        ...(c.size === 0
          ? []
          : [
              ["基準日", `${issuer.closingMonth}月末日`],
              ["剰余金の配当の基準日", `${((issuer.closingMonth + 5) % 12) + 1}月末日及び${issuer.closingMonth}月末日`],
              ["単元未満株式の買取り", "取扱場所　株主名簿管理人の本店（架空）　買取手数料　無料"],
              [
                "株主に対する特典",
                `毎年${issuer.closingMonth}月末日現在の100株以上を所有する株主に対し、${c.product(0)}に関連する優待を贈呈しております。`,
              ],
            ]),
      ],
    ),
  );
  out.add(
    2,
    "reference",
    "第7【提出会社の参考情報】",
    paragraph(
      `当社は、親会社等を有しておりません。事業年度の開始日から本書提出日までの間に、臨時報告書を${c.random.int(0, 3)}件提出しております。`,
    ),
  );
  out.add(1, "part-two", "第二部【提出会社の保証会社等の情報】", paragraph("該当事項はありません。"));
  auditReport(out, c);
}

function auditReport(out: Composer, c: Context): void {
  const matter = c.random.pick([
    "固定資産の減損の認識の要否に関する判断",
    "一定の期間にわたり充足される履行義務に係る収益の見積り",
    "繰延税金資産の回収可能性",
  ]);
  out.add(
    1,
    "audit-report",
    "独立監査人の監査報告書",
    paragraph(`${c.issuer.name}　取締役会　御中`),
    ...(c.size === 0
      ? []
      : [
          paragraph(
            `当監査法人は、金融商品取引法第193条の2第1項の規定に基づく監査証明を行うため、「経理の状況」に掲げられている${c.issuer.name}の連結会計年度の${c.terms.statements}、すなわち、${c.terms.balanceSheet}、${c.terms.incomeStatement}、${c.terms.equityStatement}、${c.terms.cashStatement}及びその注記について監査を行った。`,
          ),
        ]),
    paragraph(
      `監査上の主要な検討事項は、${matter}であります。当監査法人は、${c.segment(2)}事業の事業計画について、${c.customer(1)}向け需要の見通しと外部の市場予測との整合性を検討いたしました。`,
    ),
    ...(c.size === 0
      ? []
      : [
          table(
            "監査上の主要な検討事項",
            undefined,
            ["監査上の主要な検討事項の内容及び決定理由", "監査上の対応"],
            [
              [
                `${matter}については、経営者による主観的な判断を伴い、見積りの不確実性が高いことから、監査上の主要な検討事項に該当すると判断した。`,
                "関連する内部統制の整備及び運用の状況の有効性を評価し、見積りに用いられた仮定について経営者に質問するとともに、過去の実績との比較及び感応度の分析を実施した。",
              ],
            ],
          ),
          paragraph(
            "経営者の責任は、我が国において一般に公正妥当と認められる企業会計の基準等に準拠して連結財務諸表を作成し適正に表示することにある。",
          ),
          paragraph(
            "監査人の責任は、監査人が実施した監査に基づいて、全体としての連結財務諸表に不正又は誤謬による重要な虚偽表示がないかどうかについて合理的な保証を得て、監査報告書において独立の立場から意見を表明することにある。",
          ),
        ]),
    paragraph(
      `${longDate(c.fiscalYear(c.now.year).end)}現在の財政状態並びに同日をもって終了する連結会計年度の経営成績及びキャッシュ・フローの状況を、全ての重要な点において適正に表示しているものと認めます。`,
    ),
  );
}
