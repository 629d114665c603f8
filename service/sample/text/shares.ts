import { longDate } from "../calendar.ts";
import { yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { countOf, partsOf, rateOf } from "./parts.ts";
import { companyOf } from "./people.ts";
import { equityOf } from "./statements/balance.ts";

/** 第4 提出会社の状況, 1 to 3: its shares, who holds them, and its dividends. */
export function shares(out: Composer, c: Context): void {
  const { now } = c;
  out.add(
    3,
    "shares",
    "1【株式等の状況】",
    paragraph(`発行済株式の総数は${yen(now.shares * 1000)}株であり、単元株式数は100株であります。`),
  );
  if (c.size > 0) issued(out, c);
  out.add(4, "shares-holders", `${c.size === 0 ? "(1) 大株主の状況" : "(6)【大株主の状況】"}`, holders(c));
  if (c.size > 0) {
    votes(out, c);
    treasury(out, c);
  }
  out.add(
    3,
    "dividends",
    c.size === 0 ? "2【配当政策】" : "3【配当政策】",
    paragraph(
      `当社は、連結配当性向${["30％", "35％", "40％"][c.issuer.index % 3] ?? "30％"}を目安に安定した配当を継続することを基本方針としております。当事業年度の配当金は1株当たり年${now.dividend.toFixed(0)}円（うち中間配当金${Math.floor(now.dividend / 2)}円）といたしました。`,
    ),
    ...(c.size === 0
      ? []
      : [
          table(
            "当事業年度に係る剰余金の配当",
            undefined,
            ["決議", "配当金の総額（百万円）", "1株当たり配当額（円）"],
            [
              [
                "中間配当　取締役会決議",
                yen(Math.round((now.shares * Math.floor(now.dividend / 2)) / 1000)),
                Math.floor(now.dividend / 2).toFixed(2),
              ],
              [
                "期末配当　定時株主総会決議",
                yen(Math.round((now.shares * Math.ceil(now.dividend / 2)) / 1000)),
                Math.ceil(now.dividend / 2).toFixed(2),
              ],
            ],
          ),
        ]),
  );
}

function holders(c: Context): string {
  const { issuer, now } = c;
  const names = [
    "日本カストディ信託口（架空）",
    `${issuer.shortName}取引先持株会`,
    `${issuer.shortName}従業員持株会`,
    "みそら生命保険（架空）",
    "ハルニレ投資顧問（架空）",
    `${issuer.president.split(" ")[0] ?? ""}興産`,
    "北斗星銀行（架空）",
    "アケボノ・キャピタル（架空）",
    ...(c.size === 0 ? [] : [0, 1].map((at) => companyOf(c.seed, issuer.index, "holder", at))),
  ];
  const shares = names.map(
    (name, at) => ([11.2, 7.9, 5.6, 4.3, 3.8, 3.1, 2.7, 2.2, 1.9, 1.6][at] ?? 1) + rateOf(c, now, name, -0.6, 0.6),
  );
  return table(
    "",
    "千株、％",
    ["氏名又は名称", "所有株式数", "発行済株式の総数に対する割合"],
    names
      .map((name, at) => [name, shares[at] ?? 0] as const)
      .toSorted((a, b) => b[1] - a[1])
      .map(([name, share]) => [name, yen(Math.round((now.shares * share) / 100)), share.toFixed(1)]),
  );
}

function issued(out: Composer, c: Context): void {
  const { now } = c;
  const end = longDate(c.fiscalYear(now.year).end);
  const { capital, surplus } = equityOf(c, now);
  out.add(
    4,
    "shares-total",
    "(1)【株式の総数等】",
    table(
      "株式の総数",
      "株",
      ["種類", "発行可能株式総数"],
      [
        ["普通株式", yen(now.shares * 4000)],
        ["計", yen(now.shares * 4000)],
      ],
    ),
    table(
      "発行済株式",
      "株",
      ["種類", `事業年度末現在発行数（${end}）`, "上場金融商品取引所名", "内容"],
      [
        [
          "普通株式",
          yen(now.shares * 1000),
          `東京証券取引所${c.market}市場（架空の銘柄）`,
          "単元株式数は100株であります。",
        ],
      ],
    ),
  );
  if (c.size >= 2) {
    const grants = Array.from({ length: Math.min(7, Math.round(c.size * 2)) }, (_, at) => now.year - 1 - at);
    out.add(
      4,
      "shares-options",
      "(2)【新株予約権等の状況】",
      ...grants.map((year) => {
        const count = countOf(c, c.figures(year), "options", 180, 940);
        return table(
          `${year}年度に決議した新株予約権`,
          undefined,
          ["項目", "内容"],
          [
            [
              "決議年月日",
              `${year}年${(c.issuer.closingMonth % 12) + 4 > 12 ? 4 : (c.issuer.closingMonth % 12) + 4}月20日`,
            ],
            ["付与対象者の区分及び人数", `当社取締役${4 + (year % 4)}名、執行役員${8 + (year % 7)}名`],
            ["新株予約権の数（個）", yen(count)],
            ["新株予約権の目的となる株式の種類、内容及び数（株）", `普通株式 ${yen(count * 100)}`],
            ["新株予約権の行使時の払込金額（円）", "1"],
            ["新株予約権の行使期間", `${year}年7月1日から${year + 30}年6月30日まで`],
            [
              "新株予約権の行使の条件",
              "新株予約権者は、当社の取締役及び執行役員のいずれの地位をも喪失した日の翌日から10日を経過する日までの間に限り、新株予約権を一括して行使することができます。",
            ],
            [
              "新株予約権の譲渡に関する事項",
              "譲渡による取得については、当社取締役会の決議による承認を要するものとします。",
            ],
          ],
        );
      }),
    );
  }
  out.add(
    4,
    "shares-changes",
    "(4)【発行済株式総数、資本金等の推移】",
    table(
      "",
      undefined,
      [
        "年月日",
        "発行済株式総数増減数（千株）",
        "発行済株式総数残高（千株）",
        "資本金増減額（百万円）",
        "資本金残高（百万円）",
        "資本準備金残高（百万円）",
      ],
      [
        [
          "2012年10月1日（株式分割）",
          yen(Math.round(now.shares / 2)),
          yen(now.shares),
          "－",
          yen(capital),
          yen(surplus),
        ],
      ],
    ),
  );
  const kinds = [
    "政府及び地方公共団体",
    "金融機関",
    "金融商品取引業者",
    "その他の法人",
    "外国法人等（個人以外）",
    "外国法人等（個人）",
    "個人その他",
  ];
  const units = partsOf(c, now, "owners", now.shares * 10, [0.1, 26, 2, 18, 22, 0.2, 31]);
  const people = partsOf(c, now, "owner-count", Math.round(now.shares / 6), [0.01, 2, 3, 12, 14, 2, 900]);
  out.add(
    4,
    "shares-owners",
    "(5)【所有者別状況】",
    table(
      "",
      "人、単元、％",
      ["区分", "株主数", "所有株式数", "割合"],
      kinds.map((kind, at) => [
        kind,
        yen(people[at] ?? 0),
        yen(units[at] ?? 0),
        (((units[at] ?? 0) / now.shares / 10) * 100).toFixed(2),
      ]),
    ),
    notes("自己株式は「個人その他」に含めて記載しております。"),
  );
}

function votes(out: Composer, c: Context): void {
  const { now, issuer } = c;
  const kept = Math.round(now.shares * 0.015) * 1000;
  const rest = now.shares * 1000 - kept - 41_200;
  out.add(
    4,
    "shares-votes",
    "(7)【議決権の状況】",
    table(
      "発行済株式",
      undefined,
      ["区分", "株式数（株）", "議決権の数（個）"],
      [
        ["完全議決権株式（自己株式等）", yen(kept), "－"],
        ["完全議決権株式（その他）", yen(rest), yen(Math.floor(rest / 100))],
        ["単元未満株式", yen(41_200), "－"],
        ["発行済株式総数", yen(now.shares * 1000), "－"],
      ],
    ),
    table(
      "自己株式等",
      "株、％",
      ["所有者の氏名又は名称", "所有者の住所", "自己名義所有株式数", "割合"],
      [[issuer.name, `${issuer.headOffice}（架空の住所）`, yen(kept), ((kept / now.shares / 1000) * 100).toFixed(2)]],
    ),
  );
}

function treasury(out: Composer, c: Context): void {
  const { now } = c;
  const kept = Math.round(now.shares * 0.015) * 1000;
  const odd = countOf(c, now, "odd-lots", 120, 2_400);
  out.add(
    3,
    "treasury-shares",
    "2【自己株式の取得等の状況】",
    table(
      "株主総会決議又は取締役会決議に基づかないものの内容",
      undefined,
      ["区分", "株式数（株）", "価額の総額（円）"],
      [["当事業年度における取得自己株式", yen(odd), yen(Math.round(odd * now.bps * 1.1))]],
    ),
    table(
      "取得自己株式の処理状況及び保有状況",
      undefined,
      ["区分", "当事業年度の株式数（株）", "当期間の株式数（株）"],
      [
        ["消却の処分を行った取得自己株式", "－", "－"],
        ["その他（譲渡制限付株式報酬としての処分）", yen(odd * 3), "－"],
        ["保有自己株式数", yen(kept), yen(kept)],
      ],
    ),
  );
}
