import { yen } from "../figures.ts";
import { type Composer, paragraph } from "./compose.ts";
import type { Context } from "./context.ts";
import { elaborate } from "./elaborate.ts";
import { riskParagraphs } from "./grammar/paragraphs.ts";

/** 第2 事業の状況, its third part: the company's risks. */
export function risks(out: Composer, c: Context): void {
  const { issuer, now } = c;
  out.add(
    3,
    "risks",
    "3【事業等のリスク】",
    paragraph(
      "有価証券報告書に記載した事業の状況、経理の状況等に関する事項のうち、投資者の判断に重要な影響を及ぼす可能性のある事項は以下のとおりであります。",
    ),
  );
  const topics: readonly (readonly [string, string, string])[] = [
    ["market", "市場環境の変動", issuer.sectorProfile.risk],
    [
      "materials",
      "原材料及び資材の調達",
      `${c.material(0)}及び${c.material(1)}の価格が${c.random.int(5, 20)}％上昇した場合、年間でおよそ${yen(Math.round(now.sales * 0.004))}百万円の費用増加を見込んでおります。複数の供給者からの調達及び在庫の積増しにより影響の低減に努めております。`,
    ],
    [
      "currency",
      "為替相場の変動",
      `外貨建取引の比率は約${c.random.int(6, 58)}％であり、対米ドルで1円の円高は営業利益を約${yen(Math.max(1, Math.round(now.sales * 0.0004)))}百万円減少させます。為替予約により影響を抑えておりますが、全てを回避できるものではありません。`,
    ],
    [
      "disaster",
      "自然災害及び事業継続",
      `主要な拠点である${c.site(0)}は${c.random.pick(["活断層", "河川", "海岸"])}に近接しており、${c.random.pick(["大規模な地震", "高潮", "豪雨"])}により操業が停止する可能性があります。代替生産及び安否確認の訓練を年${c.random.int(1, 3)}回実施しております。`,
    ],
    [
      "information",
      "情報セキュリティ",
      `${now.year}年度においては、${c.random.pick(["取引先を装った標的型電子メール", "海外子会社への不正アクセス", "外部委託先における設定の誤り"])}を検知しましたが、情報の流出は確認されておりません。多要素認証の適用範囲を拡大しております。`,
    ],
    [
      "people",
      "人材の確保",
      `${c.segment(0)}事業における専門人材の不足が続いた場合、受注の機会を逃す可能性があります。採用経路の多様化及び${c.theme(0)}による省力化を進めております。`,
    ],
    [
      "impairment",
      "固定資産の減損",
      now.net < c.before.net
        ? `${c.segment(2)}事業の収益性が低下しており、将来の見積りに変更があった場合には減損損失を計上する可能性があります。当連結会計年度末における同事業の固定資産は${yen(Math.round(now.tangible * 0.18))}百万円であります。`
        : "保有する固定資産の回収可能価額が帳簿価額を下回った場合には、減損損失を計上する可能性があります。",
    ],
    [
      "law",
      "法的規制",
      `${c.random.pick(["個人情報保護", "競争法", "輸出管理", "環境規制"])}に関する法令の改正により、追加の対応費用が発生する可能性があります。${now.year + 1}年4月に施行される改正への対応を完了しております。`,
    ],
  ];
  const told = c.size === 0 ? topics.slice(0, 5) : topics;
  told.forEach(([name, title, text], at) => {
    out.add(
      4,
      `risk-${name}`,
      `(${at + 1}) ${title}`,
      paragraph(text),
      ...(at < 3 ? [paragraph(c.riskMeasure(at))] : []),
      ...(c.size === 0 ? elaborate(c, at, 2) : steadyRisk(c, name, undefined, at)),
    );
  });
  if (c.size === 0) return;
  const more = furtherTopics.slice(0, Math.round(2 + c.size * 4));
  more.forEach(([name, title, first], at) => {
    out.add(4, `risk-${name}`, `(${told.length + at + 1}) ${title}`, ...steadyRisk(c, name, first, at + told.length));
  });
}

/** Most risks are told in the same words for years; each is rewritten in a year of its own. */
function steadyRisk(c: Context, name: string, first: string | undefined, at: number): string[] {
  const steady = c.steady(`risk-${name}`, 4);
  return [
    ...(first === undefined ? [] : [paragraph(steady.fill(first, c.subject(at)))]),
    ...Array.from({ length: 1 + Math.round(c.size * 0.8) }, (_, each) =>
      paragraph(steady.write(riskParagraphs, c.subject(at + each))),
    ),
  ];
}

const furtherTopics: readonly (readonly [string, string, string])[] = [
  [
    "customers",
    "特定の顧客への依存",
    "{cust}向けの売上高は連結の{n:14-42}％を占めており、その動向が業績に与える影響は小さくありません。",
  ],
  [
    "competition",
    "競合の状況",
    "{seg}事業の市場には国内外の{n:5-30}社が参入しており、価格と納期の両面で競争が続いております。",
  ],
  [
    "overseas",
    "海外での事業の展開",
    "{region}をはじめとする{n:3-16}の国と地域で事業を営んでおり、各地の政治、経済及び社会の情勢の影響を受けます。",
  ],
  [
    "quality",
    "製品及びサービスの品質",
    "{prod}は{cust}の業務の根幹に関わるものであり、その品質には高い水準が求められております。",
  ],
  [
    "climate",
    "気候変動",
    "{n:2-3}℃の気温の上昇を前提とする分析では、{site}を含む{n:2-9}拠点が影響を受けるものと評価しております。",
  ],
  [
    "acquisitions",
    "企業の買収及び提携",
    "当社グループは過去十年間に{n:2-11}社の株式を取得しており、のれん及び無形資産を計上しております。",
  ],
  [
    "technology",
    "技術革新への対応",
    "{theme}に関わる技術の進歩は速く、対応が遅れた場合には{prod}が陳腐化するおそれがあります。",
  ],
  [
    "property",
    "知的財産権",
    "{prod}に関する{n:20-600}件の特許権等を保有しておりますが、全ての国と地域で保護されるとは限りません。",
  ],
  [
    "credit",
    "取引先の信用",
    "取引先に対する与信の限度額は{department}が{cycle}見直しておりますが、損失の発生を完全に防ぐことはできません。",
  ],
  [
    "funding",
    "資金の調達及び金利の変動",
    "有利子負債のうち変動金利によるものは約{n:18-64}％であり、金利の動向が支払利息に影響いたします。",
  ],
  [
    "retirement",
    "退職給付債務",
    "退職給付債務の計算に用いる割引率が0.5ポイント低下した場合には、債務が{n:4-9}％程度増加いたします。",
  ],
  [
    "disputes",
    "訴訟その他の法的な手続",
    "期末日現在、業績に重要な影響を及ぼす訴訟は提起されておりませんが、将来にわたり提起されない保証はありません。",
  ],
  [
    "rights",
    "人権及び取引先の管理",
    "取引先は{n:12-40}の国と地域に{k:300-4800}社あり、その全ての状況を把握することには限りがあります。",
  ],
  ["systems", "情報システムの障害", "受注から会計までの処理を{n:3-14}の情報システムに依存しております。"],
  [
    "pandemic",
    "感染症の流行",
    "感染症の流行により移動が制限された時期には、{site}の業務の量が最大で{n:12-55}％減少いたしました。",
  ],
  ["geopolitics", "地政学上の緊張", "{region}を経由する物流は当社グループの取扱量の約{n:6-33}％に相当いたします。"],
  ["taxation", "税務", "複数の国で事業を営んでいるため、移転価格税制等に関し税務当局と見解が異なる可能性があります。"],
  [
    "deferred-tax",
    "繰延税金資産の回収可能性",
    "繰延税金資産は、将来{n:3-5}年間の課税所得の見積りに基づいて計上しております。",
  ],
  [
    "reputation",
    "社会的な評価",
    "事実と異なる情報が短時間に広がり、{prod}の取扱いに影響する事例が業界で生じております。",
  ],
  ["environment", "環境に関する規制", "{site}では{n:4-28}種類の規制の対象となる物質を取り扱っております。"],
  ["logistics", "物流の制約", "{district}と{region}を結ぶ輸送の費用は、過去三年間で{n:8-46}％上昇しております。"],
  [
    "ai",
    "生成AIの利用",
    "業務における生成AIの利用を{n:6-80}の用途で認めておりますが、出力の誤りや権利の侵害の可能性があります。",
  ],
];
