import { percent, yen } from "../figures.ts";
import { type Composer, notes, paragraph, table } from "./compose.ts";
import type { Context } from "./context.ts";
import { governanceParagraphs } from "./grammar/paragraphs.ts";
import { officersOf, officerTable } from "./officers.ts";
import { countOf, partsOf, rateOf } from "./parts.ts";
import { companyOf } from "./people.ts";

/** 第4 提出会社の状況, 4: how the company is governed, by whom, and what they are paid. */
export function governance(out: Composer, c: Context): void {
  const number = c.size === 0 ? 3 : 4;
  const { now } = c;
  const count = (name: string, low: number, high: number) => countOf(c, now, name, low, high);
  out.add(3, "governance", `${number}【コーポレート・ガバナンスの状況等】`);
  const officers = officersOf(c);
  const outside = officers.filter(({ role }) => role === "社外取締役").length;
  const body = c.issuer.index % 2 === 0 ? "監査役会設置会社" : "監査等委員会設置会社";
  out.add(
    4,
    "governance-outline",
    "(1) コーポレート・ガバナンスの概要",
    paragraph(
      `当社は${body}であり、取締役${officers.filter(({ role }) => !role.includes("監査役")).length}名のうち${outside}名を独立社外取締役としております。取締役会は当事業年度に${count("board", 12, 18)}回開催し、${c.theme(0)}に係る投資、資本政策及び内部統制の整備状況を審議いたしました。`,
    ),
    paragraph(
      `指名・報酬委員会は${count("committee", 3, 8)}回開催し、次期社長の要件及び業績連動報酬の指標を審議いたしました。`,
    ),
    ...outline(c),
    ...(c.size === 0
      ? []
      : [
          table(
            "取締役会の出席状況",
            "回",
            ["役職名", "氏名", "開催回数", "出席回数"],
            officers.map(({ role, name }, at) => {
              const held = count("board", 12, 18);
              return [role, name, String(held), String(held - (at % 5 === 4 ? 1 : 0))];
            }),
          ),
        ]),
  );
  out.add(
    4,
    "governance-officers",
    "(2) 役員の状況",
    officerTable(c, officers),
    ...(c.size === 0 ? [] : aboutOutside(c, officers)),
  );
  audit(out, c);
  remuneration(out, c, officers);
  holdings(out, c);
}

function outline(c: Context): string[] {
  const steady = c.steady("governance", 3);
  const count = c.size === 0 ? 2 : Math.round(3 + c.size * 3);
  return Array.from({ length: count }, (_, at) => paragraph(steady.write(governanceParagraphs, c.subject(at))));
}

function aboutOutside(c: Context, officers: ReturnType<typeof officersOf>): string[] {
  const steady = c.steady("outside", 1_000);
  const texts = [
    "{cust}の分野における長年の実務の経験を有しており、{theme}に関する助言を期待して選任しております。当社との間に特別の利害関係はありません。",
    "公認会計士として企業の会計に精通しており、財務報告の適正性の確保に関する監督を期待して選任しております。独立役員として届け出ております。",
    "弁護士としての豊富な経験に基づき、法令の遵守及び取引の公正性の観点からの助言を期待して選任しております。当社との間に顧問契約はありません。",
    "海外における経営の経験を有しており、{region}での事業の展開に関する監督を期待して選任しております。出身の会社との取引は連結売上高の0.1％未満であります。",
    "人事及び組織の運営に関する知見を有しており、{aim}ための人材の育成に関する助言を期待して選任しております。",
    "情報技術に関する研究者としての知見を有しており、{theme}に関する客観的な意見を期待して選任しております。",
  ];
  return officers
    .filter(({ role }) => role.startsWith("社外"))
    .map(({ role, name }, at) => paragraph(`${role}${name}氏については、${steady.write(texts, c.subject(at))}`));
}

function audit(out: Composer, c: Context): void {
  const { issuer, now } = c;
  const firms = ["みなも監査法人", "あけぼの橋監査法人", "有限責任 すずかけ監査法人"];
  const fee = (f: Context["now"], name: string, low: number, high: number) => yen(countOf(c, f, name, low, high));
  const since = 2002 - (issuer.index % 14);
  out.add(
    4,
    "governance-audit",
    "(3) 監査の状況",
    paragraph(
      `監査役監査は、常勤監査役及び社外監査役により行われております。会計監査人は${firms[issuer.index % firms.length] ?? ""}（架空）であり、継続監査期間は${now.year - since}年間であります。監査報酬は${fee(now, "audit", 28, 190)}百万円であります。`,
    ),
    ...(c.size === 0
      ? []
      : [
          paragraph(
            `内部監査の部門は${countOf(c, now, "auditors", 4, 22)}名で構成され、年度の計画に基づき国内外の${countOf(c, now, "audited", 12, 60)}拠点を監査し、結果を取締役会に直接報告しております。`,
          ),
          table(
            "監査公認会計士等に対する報酬の内容",
            "百万円",
            [
              "区分",
              "前連結会計年度 監査証明業務",
              "前連結会計年度 非監査業務",
              "当連結会計年度 監査証明業務",
              "当連結会計年度 非監査業務",
            ],
            [
              [
                "提出会社",
                fee(c.before, "audit", 28, 190),
                fee(c.before, "advice", 0, 12),
                fee(now, "audit", 28, 190),
                fee(now, "advice", 0, 12),
              ],
              ["連結子会社", fee(c.before, "audit-group", 8, 70), "－", fee(now, "audit-group", 8, 70), "－"],
            ],
          ),
          paragraph(
            "監査役会は、会計監査人の監査計画の内容、職務の遂行の状況及び報酬の見積りの算出の根拠等を確認し、審議した結果、会計監査人の報酬等の額について同意を行っております。",
          ),
        ]),
  );
}

function remuneration(out: Composer, c: Context, officers: ReturnType<typeof officersOf>): void {
  const { now } = c;
  const inside = partsOf(c, now, "pay-inside", countOf(c, now, "pay", 140, 420), [60, 25, 15]);
  const count = (test: (role: string) => boolean) => String(officers.filter(({ role }) => test(role)).length);
  const row = (label: string, parts: readonly number[], people: string) => [
    label,
    yen(parts.reduce((all, each) => all + each, 0)),
    ...[0, 1, 2].map((at) => (parts[at] === undefined ? "－" : yen(parts[at]))),
    people,
  ];
  out.add(
    4,
    "governance-remuneration",
    "(4) 役員の報酬等",
    ...(c.size === 0
      ? []
      : [
          paragraph(
            "役員の報酬は、固定報酬、短期の業績に連動する賞与及び株式報酬により構成しております。業績連動報酬に係る指標は、連結の利益及び重点課題の達成の状況であり、指名・報酬委員会の答申を受けて取締役会が決定しております。",
          ),
        ]),
    table(
      "",
      "百万円、名",
      ["役員区分", "報酬等の総額", "固定報酬", "業績連動報酬", "非金銭報酬等", "対象となる役員の員数"],
      [
        row(
          "取締役（社外取締役を除く）",
          inside,
          count((role) => !role.startsWith("社外") && !role.includes("監査役")),
        ),
        row(
          "監査役（社外監査役を除く）",
          [countOf(c, now, "pay-auditor", 18, 40)],
          count((role) => role === "常勤監査役"),
        ),
        row(
          "社外役員",
          [countOf(c, now, "pay-outside", 24, 70)],
          count((role) => role.startsWith("社外")),
        ),
      ],
    ),
  );
}

/** (5) 株式の保有状況: a row for each holding, its worth this year and last. */
function holdings(out: Composer, c: Context): void {
  const { now, before } = c;
  const worth = (f: Context["now"]) => Math.round(f.investments * 0.3);
  out.add(
    4,
    "governance-holdings",
    "(5) 株式の保有状況",
    paragraph(
      `当社は、保有の合理性が認められない政策保有株式を縮減する方針であり、当事業年度は${countOf(c, now, "sold", 1, 6)}銘柄を売却いたしました。純資産に対する政策保有株式の割合は${percent(worth(now), now.netAssets)}％であります。`,
    ),
    ...(c.size === 0 ? [] : holdingTables(c, worth(before), worth(now))),
  );
}

function holdingTables(c: Context, before: number, now: number): string[] {
  const count = Math.round(6 + c.size * 10);
  const weights = Array.from({ length: count }, (_, at) => 60 / (at + 2));
  const [past, present] = [
    partsOf(c, c.before, "holdings", before, weights),
    partsOf(c, c.now, "holdings", now, weights),
  ];
  const steady = c.steady("holdings", 5);
  const reasons = [
    "{seg}事業における{prod}の取引の維持及び強化を目的としております。",
    "{mat}の安定的な調達を目的としております。",
    "資金の調達に係る取引関係の維持を目的としております。",
    "{district}における{cust}向けの協業を目的としております。",
    "{theme}に関する共同の取組みを目的としております。",
    "物流に係る取引の円滑化を目的としております。",
    "保険に係る取引関係の維持を目的としております。",
    "業界の動向に関する情報の収集を目的としております。",
  ];
  return [
    table(
      "特定投資株式",
      "株、百万円",
      [
        "銘柄",
        "当事業年度の株式数",
        "前事業年度の株式数",
        "当事業年度の貸借対照表計上額",
        "前事業年度の貸借対照表計上額",
        "保有目的、業務提携等の概要及び定量的な保有効果",
        "当社の株式の保有の有無",
      ],
      Array.from({ length: count }, (_, at) => {
        const shares = Math.round(rateOf(c, c.figures(2015), `holding/${at}`, 12, 900)) * 1000;
        return [
          companyOf(c.seed, c.issuer.index, "holding", at),
          yen(shares),
          yen(shares),
          yen(present[at] ?? 0),
          yen(past[at] ?? 0),
          steady.write(reasons, c.subject(at)),
          at % 3 === 1 ? "無" : "有",
        ];
      }),
    ),
    notes(
      "定量的な保有効果については、取引先との関係上記載が困難であります。保有の合理性は、個別の銘柄ごとに保有に伴う便益と資本コストとを比較して検証しております。",
      "「－」は、当該銘柄を保有していないことを示しております。",
    ),
  ];
}
