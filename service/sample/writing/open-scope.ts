import { era, fiscalYear, longDate, yearMonth } from "../calendar.ts";
import type { Company } from "../company.ts";
import { wordOf } from "../data.ts";
import type { SampleIssuer } from "../issuers.ts";
import { randomOf } from "../random.ts";
import { amount } from "./amounts.ts";
import { itemsOf } from "./items.ts";
import { companyName, hasCommittee, personName, subsidiaryOf } from "./people.ts";
import { forecastOf, type Item, type Scope, type Subject } from "./scope.ts";

export function scopeOf(company: Company, subject: Subject): Scope {
  const { seed, issuer, industry } = company;
  const { year, quarter } = subject;
  const rate = (name: string, low: number, high: number, of: number) => {
    const own = randomOf(seed, "rate", issuer.index, name).next();
    return low + (high - low) * (own * 0.8 + randomOf(seed, "rate", issuer.index, name, of).next() * 0.2);
  };
  const lists = new Map<string, readonly Item[]>();
  const scope: Scope = {
    ...subject,
    seed,
    issuer,
    company,
    now: company.until(year, quarter),
    before: company.until(year - 1, quarter),
    last: quarter === 0 ? company.of(year) : company.of(year - 1),
    full: company.of(year),
    expected: forecastOf(company.of(year - 1)),
    forecast: forecastOf(quarter === 0 ? company.of(year) : company.of(year - 1)),
    words: wordsOf(company, subject),
    terms: termsOf(company),
    figures: company.of,
    rate,
    holds: (conditions, item) => conditions.every((each) => holds(each, scope, item)),
    items(name) {
      const items = lists.get(name) ?? itemsOf(name, scope);
      lists.set(name, items);
      return items;
    },
    list: (name, item) => (item?.trade ?? industry).words.get(name) ?? industry.words.get(name) ?? [],
    chapter: (name, item) => (item?.trade ?? industry).chapters.get(name),
    headings(text) {
      const [insert, name = ""] = text.split(" ");
      if (insert !== "@headings") return [];
      return scope.chapter(name)?.headings.filter(({ when }) => scope.holds(when)) ?? [];
    },
  };
  return scope;
}

/** A company's names for its figures and statements. */
export function termsOf({ data, issuer }: Company): Readonly<Record<string, string>> {
  return Object.fromEntries(data.terms.map(({ name = "", ...columns }) => [name, columns[termColumn(issuer)] ?? ""]));
}

const termColumn = ({ standard, sector }: SampleIssuer) => (sector === "銀行業" ? "銀行" : standard);

function wordsOf(company: Company, { year, quarter, filedOn }: Subject): Record<string, string> {
  const { issuer, data, seed, industry } = company;
  const { start, end, quarterEnds } = fiscalYear(year, issuer.closingMonth);
  const closing = quarter === 0 ? end : (quarterEnds[quarter - 1] ?? end);
  const own = randomOf(seed, "profile", issuer.index);
  const withEra = (day: string) => longDate(day).replace(/^\d+年/, `${era(Number(day.slice(0, 4)))}`);
  const plan = own.pick(data.lists.get("中期経営計画") ?? []);
  const [endYear = 0, endMonth = 0] = end.split("-").map(Number);
  const offset = own.int(0, 2);
  const planEnds = offset + 3 * Math.ceil((year - offset) / 3);
  const span = wordOf(["連結会計年度", "第1四半期連結累計期間", "中間連結会計期間", "第3四半期連結累計期間"], quarter);
  const named = (of: number) =>
    `${span}（${quarter === 0 ? `${of}年度` : `自　${longDate(fiscalYear(of, issuer.closingMonth).start)}`}）`;
  return {
    会社名: issuer.name,
    英訳名: issuer.nameEn,
    略称: issuer.shortName,
    コード: issuer.securityCode,
    業種: industry.name,
    市場: issuer.market ?? "スタンダード",
    基準: issuer.standard,
    社長: issuer.president,
    社長姓: issuer.president.split(" ")[0] ?? "",
    本店: issuer.headOffice,
    財務局: wordOf(["関東財務局長", "近畿財務局長", "東海財務局長"], issuer.index),
    監査法人: wordOf(data.lists.get("監査法人"), issuer.index),
    社是: own.pick(data.lists.get("社是") ?? []),
    中計: `${plan}${planEnds + 1}`,
    中計の年: wordOf(["最終年度", "二年目", "初年度"], planEnds - year),
    中計の目標年度: String(planEnds),
    ...Object.fromEntries([1, 2, 3, 4].map((back) => [`期-${back}`, String(termOf(issuer, year) - back)])),
    ...Object.fromEntries([1, 2, 3, 4].map((back) => [`期末年月-${back}`, `${endYear - back}年${endMonth}月`])),
    決算月: String(issuer.closingMonth),
    期首月: String((issuer.closingMonth % 12) + 1),
    中間月: String(((issuer.closingMonth + 5) % 12) + 1),
    創業年: String(issuer.foundedYear),
    期: String(termOf(issuer, year)),
    年度: String(year),
    前年度: String(year - 1),
    前々年度: String(year - 2),
    翌年度: String(year + 1),
    三年後: String(year + 3),
    四半期: String(quarter),
    前期間: `前${named(year - 1)}`,
    当期間: `当${named(year)}`,
    前末: `前連結会計年度（${year - 1}年度）`,
    当末: quarter === 0 ? `当連結会計年度（${year}年度）` : `当${span}（${longDate(closing)}）`,
    期間: quarter === 0 ? "当連結会計年度" : `当${span}`,
    期首日: longDate(start),
    期末日: longDate(closing),
    期末年月: yearMonth(closing),
    決算期: `${endYear}年${endMonth}月期`,
    前決算期: `${endYear - 1}年${endMonth}月期`,
    翌決算期: `${endYear + 1}年${endMonth}月期`,
    事業年度: `第${termOf(issuer, year)}期（自　${withEra(start)}　至　${withEra(end)}）`,
    中間期間: `（自　${withEra(start)}　至　${withEra(closing)}）`,
    期末和暦: withEra(closing),
    提出日: withEra(filedOn),
    ...namesOf(company, year),
    ...periodWords(quarter, company, year),
  };
}

/** Other companies and people that a document names, and counts that belong to the company. */
function namesOf(company: Company, year: number) {
  const { issuer, seed, industry } = company;
  const own = randomOf(seed, "names", issuer.index);
  const segments = industry.segments.map(({ name }) => `「${name}」`);
  const merged = subsidiaryOf(company, issuer.index % 7)["name"] ?? "";
  return {
    事業の列挙: industry.segments.map(({ name }) => name).join("、"),
    セグメントの列挙: segments.join("、"),
    セグメント数: String(segments.length),
    主力事業: industry.segments[0]?.name ?? "",
    第二事業: industry.segments[1]?.name ?? "",
    国内比重: String(own.int(6, 14)),
    配当性向: String(30 + own.int(0, 2) * 5),
    継続監査年数: String(year - 2002 + (issuer.index % 14)),
    監査任期: hasCommittee(issuer) ? "2" : "4",
    監査機関: hasCommittee(issuer) ? "監査等委員会" : "監査役会",
    監査機関の呼称: hasCommittee(issuer) ? "監査等委員会" : "監査役及び監査役会",
    後任: personName(company, "successor", year),
    後任の生年: String(year - own.int(52, 58)),
    子会社の社長: personName(company, "subsidiary", year),
    合併する子会社: merged,
    大量保有者: wordOf(company.data.lists.get("大量保有者"), issuer.index + year),
    共同保有者: wordOf(company.data.lists.get("大量保有者"), issuer.index + year + 1),
    割当先: companyName(company, "partner", year % 5),
  };
}

/** A document's name for the period that it is about. */
function periodWords(quarter: number, company: Company, year: number) {
  const end = (of: number) => fiscalYear(of, company.issuer.closingMonth).end;
  const result = (of: number) => `${Number(end(of).slice(0, 4))}年${Number(end(of).slice(5, 7))}月期`;
  return {
    期末の呼称: wordOf(
      ["当連結会計年度末", "当第1四半期連結会計期間末", "当中間連結会計期間末", "当第3四半期連結会計期間末"],
      quarter,
    ),
    当期の呼称: wordOf(["当期", "当四半期", "当中間期", "当四半期"], quarter),
    期間の短名: `${result(year)}${wordOf(["", "第1四半期", "第2四半期（中間期）", "第3四半期"], quarter)}`,
    期間の純利益: wordOf(["当期純利益", "四半期純利益", "中間純利益", "四半期純利益"], quarter),
    開催回数: String(13 + ((year + company.issuer.index) % 5)),
    資本コストとの関係:
      company.of(year).roe >= 8
        ? "株主資本コストを上回る水準にあることから、これを維持し向上させることを目標としております"
        : "目標とする8％を下回っていることから、その改善を最も重要な課題と認識しております",
    予想の決算期: result(quarter === 0 ? year + 1 : year),
  };
}

export const termOf = ({ foundedYear }: Pick<SampleIssuer, "foundedYear">, year: number) => year - foundedYear - 13;

type Condition = (scope: Scope, argument: string, item?: Item) => boolean;

const grown = (field: string, { now, before }: Scope, item?: Item) =>
  item !== undefined && field in item.now
    ? amount(item.now, field) >= amount(item.before, field)
    : amount(now, field) >= amount(before, field);

/** When sentences, tables and sections stand in a document: `[up:sales]`. */
const conditions: Readonly<Record<string, Condition>> = {
  full: ({ size }) => size > 0,
  short: ({ size }) => size === 0,
  size: ({ size }, least) => size >= Number(least),
  japanese: ({ issuer }) => issuer.standard === "日本基準",
  ifrs: ({ issuer }) => issuer.standard === "IFRS",
  bank: ({ issuer }) => issuer.sector === "銀行業",
  retail: ({ issuer }) => issuer.sector === "小売業",
  committee: ({ issuer }) => hasCommittee(issuer),
  受注: ({ company }) => company.industry.words.has("受注"),
  海外: ({ company }) => company.industry.words.has("海外"),
  研究なし: ({ company }) => company.industry.words.has("研究なし"),
  year: ({ quarter }) => quarter === 0,
  /** Forms that hold from a day on, and those that one company uses from a fiscal year on: `issuer:2/2025`. */
  filed: ({ filedOn }, day) => filedOn >= day,
  issuer: ({ issuer, year }, of) => issuer.index === Number(of.split("/")[0]) && year >= Number(of.split("/")[1]),
  half: ({ quarter }) => quarter === 2,
  even: ({ quarter }) => quarter % 2 === 0,
  economy: ({ year }, turn) => (year + 1) % 4 === Number(turn),
  up: (scope, field, item) => grown(field, scope, item),
  inflow: ({ now }, field) => amount(now, field) >= 0,
  増収: (scope, _, item) => grown("sales", scope, item),
  減収: (scope, _, item) => !grown("sales", scope, item),
  増益: (scope, _, item) => grown("profit", scope, item),
  減益: (scope, _, item) => !grown("profit", scope, item),
  上方: ({ full, expected }) => full.ordinary >= expected.ordinary,
  /** `variant:1/4`: of documents of a kind, every fourth. */
  variant({ variant }, argument) {
    const [rest, of] = argument.split("/").map(Number);
    return variant % (of ?? 1) === rest;
  },
  chance: ({ seed, issuer, year, quarter, variant }, percentage) =>
    randomOf(seed, "condition", issuer.index, year, quarter, variant).next() * 100 < Number(percentage),
  /** Notices of five lengths: 0 the shortest. */
  length: ({ size, seed, issuer, filedOn }, least) =>
    size > 0 && randomOf(seed, "length", issuer.index, filedOn).int(0, 4) >= Number(least),
};

/** `!` before a condition means that it doesn't hold. */
function holds(condition: string, scope: Scope, item?: Item): boolean {
  const isNot = condition.startsWith("!");
  const [name = "", argument = ""] = (isNot ? condition.slice(1) : condition).split(":");
  const known = conditions[name];
  if (known === undefined) throw new Error(`the sample market knows no condition [${condition}]`);
  return known(scope, argument, item) !== isNot;
}
