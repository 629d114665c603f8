import { longDate } from "../calendar.ts";
import { percent, yen } from "../figures.ts";
import type { Composer } from "./compose.ts";
import { notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";

/** 第3 設備の状況 and 第4 提出会社の状況. */

export function facilities(out: Composer, c: Context): void {
  const { now } = c;
  out.add(2, "facilities", "第3【設備の状況】");
  out.add(
    3,
    "facilities-investment",
    "1【設備投資等の概要】",
    paragraph(
      `当連結会計年度の設備投資の総額は${yen(now.capex)}百万円であり、主なものは${c.site(0)}における${c.product(0)}の生産能力の増強及び${c.site(1)}の更新であります。`,
      `減価償却費は${yen(now.depreciation)}百万円でありました。`,
    ),
    ...elaborate(c, 2, 3),
  );
  out.add(
    3,
    "facilities-main",
    "2【主要な設備の状況】",
    table(
      "提出会社",
      "百万円、人",
      ["事業所名（所在地）", "建物及び構築物", "機械装置", "土地", "合計", "従業員数"],
      [0, 1, 2, 3].map((at) => {
        const part = Math.round(now.tangible * ([0.34, 0.21, 0.12, 0.08][at] ?? 0));
        const building = Math.round(part * 0.42);
        const machines = Math.round(part * 0.37);
        return [
          c.site(at),
          yen(building),
          yen(machines),
          yen(part - building - machines),
          yen(part),
          yen(Math.round(now.parentEmployees * ([0.4, 0.25, 0.15, 0.1][at] ?? 0))),
        ];
      }),
    ),
    notes("帳簿価額に建設仮勘定は含んでおりません。", "現在休止中の主要な設備はありません。"),
  );
}

export function filingCompany(out: Composer, c: Context): void {
  const { issuer, now } = c;
  const holders = [
    "日本カストディ信託口（架空）",
    `${issuer.shortName}取引先持株会`,
    `${issuer.shortName}従業員持株会`,
    "みそら生命保険（架空）",
    "ハルニレ投資顧問（架空）",
    `${issuer.president.split(" ")[0] ?? ""}興産`,
    "北斗星銀行（架空）",
    "アケボノ・キャピタル（架空）",
  ];
  out.add(2, "filing-company", "第4【提出会社の状況】");
  out.add(
    3,
    "shares",
    "1【株式等の状況】",
    paragraph(`発行済株式の総数は${yen(now.shares * 1000)}株であり、単元株式数は100株であります。`),
  );
  out.add(
    4,
    "shares-holders",
    "(1) 大株主の状況",
    table(
      "",
      "千株、％",
      ["氏名又は名称", "所有株式数", "発行済株式の総数に対する割合"],
      holders.map((holder, at) => {
        const share = ([11.2, 7.9, 5.6, 4.3, 3.8, 3.1, 2.7, 2.2][at] ?? 1) + c.random.int(-8, 8) / 10;
        return [holder, yen(Math.round((now.shares * share) / 100)), share.toFixed(1)];
      }),
    ),
  );
  out.add(
    3,
    "dividends",
    "2【配当政策】",
    paragraph(
      `当社は、連結配当性向${c.random.pick(["30％", "35％", "40％"])}を目安に安定した配当を継続することを基本方針としております。当事業年度の配当金は1株当たり年${now.dividend.toFixed(0)}円（うち中間配当金${Math.floor(now.dividend / 2)}円）といたしました。`,
    ),
  );
  out.add(3, "governance", "3【コーポレート・ガバナンスの状況等】");
  out.add(
    4,
    "governance-outline",
    "(1) コーポレート・ガバナンスの概要",
    paragraph(
      `当社は${c.random.pick(["監査役会設置会社", "監査等委員会設置会社"])}であり、取締役${c.random.int(7, 11)}名のうち${c.random.int(3, 5)}名を独立社外取締役としております。取締役会は当事業年度に${c.random.int(12, 18)}回開催し、${c.theme(0)}に係る投資、資本政策及び内部統制の整備状況を審議いたしました。`,
    ),
    paragraph(
      `指名・報酬委員会は${c.random.int(3, 8)}回開催し、次期社長の要件及び業績連動報酬の指標を審議いたしました。`,
    ),
    ...elaborate(c, 1, 3),
  );
  const family = ["香坂", "久我", "真鍋", "鷹取", "木暮", "三枝", "浅葱", "有働"];
  out.add(
    4,
    "governance-officers",
    "(2) 役員の状況",
    table(
      "",
      undefined,
      ["役職名", "氏名", "略歴", "所有株式数（百株）"],
      [
        [
          "代表取締役社長",
          issuer.president,
          `${now.year - 34}年4月 当社入社、${now.year - 6}年6月 取締役、${now.year - 2}年6月より現職`,
          yen(c.random.int(90, 900)),
        ],
        ...family
          .slice(0, 5)
          .map((name, at) => [
            ["取締役専務執行役員", "取締役常務執行役員", "社外取締役", "社外取締役", "常勤監査役"][at] ?? "取締役",
            `${name} ${c.random.pick(["一成", "智子", "邦彦", "遥", "正道", "亜希"])}`,
            `${now.year - 30 + at}年4月 ${at < 2 ? "当社入社" : c.random.pick(["弁護士登録", "公認会計士登録", "中央官庁入庁"])}、${now.year - at}年6月より現職`,
            at < 2 ? yen(c.random.int(20, 260)) : "－",
          ]),
      ],
    ),
  );
  out.add(
    4,
    "governance-audit",
    "(3) 監査の状況",
    paragraph(
      `監査役監査は、常勤監査役1名及び社外監査役2名により行われております。会計監査人は${c.random.pick(["みなも監査法人", "あけぼの橋監査法人", "有限責任 すずかけ監査法人"])}（架空）であり、継続監査期間は${c.random.int(4, 31)}年間であります。監査報酬は${yen(c.random.int(28, 190))}百万円であります。`,
    ),
  );
  out.add(
    4,
    "governance-remuneration",
    "(4) 役員の報酬等",
    table(
      "",
      "百万円、名",
      ["役員区分", "報酬等の総額", "固定報酬", "業績連動報酬", "対象となる役員の員数"],
      [
        [
          "取締役（社外取締役を除く）",
          yen(c.random.int(140, 420)),
          yen(c.random.int(90, 240)),
          yen(c.random.int(20, 160)),
          String(c.random.int(4, 6)),
        ],
        ["監査役（社外監査役を除く）", yen(c.random.int(18, 40)), yen(c.random.int(18, 40)), "－", "1"],
        ["社外役員", yen(c.random.int(24, 70)), yen(c.random.int(24, 70)), "－", String(c.random.int(4, 6))],
      ],
    ),
  );
  out.add(
    4,
    "governance-holdings",
    "(5) 株式の保有状況",
    paragraph(
      `当社は、保有の合理性が認められない政策保有株式を縮減する方針であり、当事業年度は${c.random.int(1, 6)}銘柄、${yen(c.random.int(120, 4_200))}百万円を売却いたしました。純資産に対する政策保有株式の割合は${percent(Math.round(now.investments * 0.3), now.netAssets)}％であります。`,
    ),
  );
}

export function closing(out: Composer, c: Context): void {
  out.add(
    2,
    "share-office",
    "第6【提出会社の株式事務の概要】",
    table(
      "",
      undefined,
      ["項目", "内容"],
      [
        ["事業年度", `${(c.issuer.closingMonth % 12) + 1}月1日から${c.issuer.closingMonth}月末日まで`],
        ["定時株主総会", "事業年度末日から3か月以内"],
        ["1単元の株式数", "100株"],
        ["公告掲載方法", "電子公告"],
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
  out.add(
    1,
    "audit-report",
    "独立監査人の監査報告書",
    paragraph(`${c.issuer.name}　取締役会　御中`),
    paragraph(
      "監査上の主要な検討事項は、",
      `${c.random.pick(["固定資産の減損の認識の要否に関する判断", "一定の期間にわたり充足される履行義務に係る収益の見積り", "繰延税金資産の回収可能性"])}であります。当監査法人は、${c.segment(2)}事業の事業計画について、${c.customer(1)}向け需要の見通しと外部の市場予測との整合性を検討いたしました。`,
    ),
    paragraph(
      `${longDate(c.fiscalYear(c.now.year).end)}現在の財政状態並びに同日をもって終了する連結会計年度の経営成績及びキャッシュ・フローの状況を、全ての重要な点において適正に表示しているものと認めます。`,
    ),
  );
}
