import { type FiscalYear, fiscalYear } from "../calendar.ts";
import { type Figures, figuresOf } from "../figures.ts";
import type { SampleIssuer } from "../issuers.ts";
import { type Random, randomOf } from "../random.ts";
import { type Subject, Writer } from "./grammar/grammar.ts";
import { vocabularyOf } from "./grammar/sector-vocabulary.ts";
import { type Terms, termsOf } from "./terms.ts";

/** The data from which the texts of one issuer and year are written. */
export interface Context {
  readonly seed: number;
  readonly issuer: SampleIssuer;
  /** 0 writes the shortest form of every document, 1 to 5 a small to a very big company's. */
  readonly size: number;
  readonly terms: Terms;
  /** Writes what is new every year. */
  readonly writer: Writer;
  /** Writes what stays for some years, from one to the next that changes it. */
  steady(name: string, years: number): Writer;
  subject(at: number): Subject;
  readonly shortName: string;
  readonly market: string;
  readonly now: Figures;
  readonly before: Figures;
  readonly random: Random;
  readonly motto: string;
  readonly plan: string;
  readonly subsidiaries: number;
  readonly affiliates: number;
  readonly emission: number;
  readonly materialTrend: string;
  /** The year's economy in sentences: the same for all issuers, as in reality. */
  readonly economy: readonly string[];
  figures(year: number): Figures;
  fiscalYear(year: number): FiscalYear;
  term(year: number): number;
  segment(at: number): string;
  product(at: number): string;
  material(at: number): string;
  customer(at: number): string;
  site(at: number): string;
  theme(at: number): string;
  demand(at: number): string;
  riskMeasure(at: number): string;
}

const economies: readonly (readonly string[])[] = [
  [
    "当連結会計年度における我が国経済は、経済活動の正常化が進み、個人消費及び訪日需要の回復を背景に緩やかな持ち直しが続きました。",
    "一方、資源価格の高止まりと急速な円安の進行により、企業の仕入価格は高い水準で推移しました。",
  ],
  [
    "当連結会計年度における我が国経済は、賃上げの広がりと設備投資の底堅さに支えられ、緩やかな回復基調で推移いたしました。",
    "金融政策の正常化に伴い市場金利が上昇し、人手不足を背景とする人件費の上昇が企業収益の重荷となりました。",
  ],
  [
    "当連結会計年度における我が国経済は、雇用・所得環境の改善を背景に緩やかな回復が続いたものの、主要国の関税政策をめぐる不透明感から輸出関連の受注は弱含みました。",
    "データセンター向けの投資は拡大し、電力及び電子部品の需要を押し上げました。",
  ],
  [
    "当連結会計年度における我が国経済は、実質賃金の改善により個人消費が持ち直す一方、世界的な通商環境の変化により設備投資の判断に慎重さがみられました。",
    "生成AIに関連する需要は引き続き高水準で推移しました。",
  ],
];

/** A document that is not about a whole year: its name, and its quarter where it is about one. */
export interface Part {
  readonly name: string;
  readonly quarter: number;
}

export function contextOf(seed: number, issuer: SampleIssuer, year: number, size = 0, part?: Part): Context {
  const vocabulary = vocabularyOf(issuer.sector);
  const random = randomOf(seed, "text", issuer.index, year);
  const fixed = randomOf(seed, "profile", issuer.index);
  const profile = issuer.sectorProfile;
  const turn = <T>(items: readonly T[], at: number): T => {
    const item = items[at % items.length];
    if (item === undefined) throw new Error("an industry without words");
    return item;
  };
  const mottoOf = [
    "澄んだ目で測り、確かな手で造る",
    "人と土地に根ざし、次の百年へ",
    "静かに、正しく、長く",
    "見えないところに心を尽くす",
    "水のように働く",
  ];
  const planOf = ["澪標", "黎明", "結", "新緑", "羅針盤", "礎", "潮流"];
  const demands = [
    "底堅く推移している",
    "在庫調整が長引いている",
    "緩やかに回復している",
    "弱含んでいる",
    "更新需要に支えられている",
    "先行きに慎重な見方が広がっている",
  ];
  const measures = [
    "受注動向を月次で把握し、生産計画及び在庫水準を機動的に見直す体制を整えております。",
    "主要な資材については長期契約を締結し、代替材料の評価を並行して進めております。",
    "グループ資金の一元管理及び外貨建債務との相殺により、変動の影響を抑制しております。",
  ];
  const rotate = year % 5;
  const subsidiaries = fixed.int(3, 34);
  const emission = fixed.int(8, 900) * 10;
  const now = figuresOf(seed, issuer, year);
  const words: Omit<Context, "subject"> = {
    seed,
    issuer,
    size,
    terms: termsOf(issuer),
    writer: new Writer(randomOf(seed, "prose", issuer.index, year, part?.name ?? "annual"), vocabulary),
    steady(name, years) {
      const since = randomOf(seed, "since", issuer.index, name).int(0, years - 1);
      const edition = Math.floor((year + since) / years);
      return new Writer(randomOf(seed, "steady", issuer.index, name, edition), vocabulary);
    },
    shortName: issuer.shortName,
    market: issuer.market ?? "スタンダード",
    now,
    before: figuresOf(seed, issuer, year - 1),
    random,
    motto: fixed.pick(mottoOf),
    plan: `${fixed.pick(planOf)}${2028 + (fixed.int(0, 2) - 1)}`,
    subsidiaries: subsidiaries + (year % 3),
    affiliates: fixed.int(1, 6),
    emission,
    materialTrend: random.pick([
      "高止まりし",
      "前年を上回って推移し",
      "下期に落ち着きをみせたものの",
      "再び上昇に転じ",
    ]),
    economy: economies[Math.abs(year - 2023) % economies.length] ?? [],
    figures: (each) => figuresOf(seed, issuer, each),
    fiscalYear: (each) => fiscalYear(each, issuer.closingMonth),
    term: (each) => each - issuer.foundedYear - 13,
    segment: (at) => turn(profile.segments, at)[0],
    product: (at) => turn(profile.products, at + (rotate % 2)),
    material: (at) => turn(profile.materials, at + rotate),
    customer: (at) => turn(profile.customers, at),
    site: (at) => turn(profile.sites, at),
    theme: (at) => turn(profile.themes, at),
    demand: (at) => turn(demands, at + issuer.index + year),
    riskMeasure: (at) => turn(measures, at),
  };
  return { ...words, subject: (at) => subjectOf(words, profile, at, part?.quarter ?? 0) };
}

function subjectOf(
  c: Omit<Context, "subject">,
  profile: SampleIssuer["sectorProfile"],
  at: number,
  quarter: number,
): Subject {
  const turn = (items: readonly string[], step: number) => items[(at + Math.floor(at / 7) * step) % items.length];
  const words: Readonly<Record<string, () => string | undefined>> = {
    seg: () => c.segment(at),
    // Steps of their own, so that the same words don't meet each time.
    prod: () => turn(profile.products, 1),
    mat: () => turn(profile.materials, 2),
    cust: () => turn(profile.customers, 3),
    site: () => turn(profile.sites, 1),
    theme: () => turn(profile.themes, 2),
    // A report on a quarter tells of no later one.
    term: () => (quarter === 0 ? undefined : `第${quarter}四半期`),
    yNext: () => String(c.now.year + 1),
  };
  return {
    word: (name) => words[name]?.(),
    amount: c.now.segments[at % c.now.segments.length]?.sales ?? c.now.sales,
  };
}
