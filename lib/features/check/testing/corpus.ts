import type { SeededRandom } from "../../../spending/simulation/environment.ts";
import { itemNames } from "../../../text/passages/english-labels.ts";
import type { Scope, VerdictKind } from "../claims.ts";
import type { Draft } from "../draft.ts";
import type { Fact } from "../facts.ts";
import {
  agreementOf,
  amountsIn,
  type Exact,
  evenText,
  negated,
  shifted,
  significantDigits,
  writeExact,
} from "../quantities.ts";

/** True and false statements about facts, in the wordings of memos: what a check is measured with. */
export interface Statement {
  readonly draft: Draft;
  /** Where the number stands that is looked at: after this many characters of the block, or in this cell. */
  readonly at: { readonly start: number } | { readonly row: number; readonly column: number };
  readonly isTrue: boolean;
  /** Of a false one. */
  readonly kind: VerdictKind | null;
  readonly truth: Fact;
  /** The amount as it is written. */
  readonly written: Exact;
  readonly words: string;
}

export interface CorpusIssuer {
  readonly code: string;
  readonly ja: string;
  readonly en: string;
}

const englishOf = new Map<string, string>();
for (const [english, ...labels] of itemNames) {
  const [label] = labels;
  if (label !== undefined && !englishOf.has(label)) englishOf.set(label, english);
}

/** Facts that can be told apart by their words: one value for each label, period and scope. */
export function tellingFacts(facts: readonly Fact[]): Fact[] {
  const byKey = Map.groupBy(facts, keyOf);
  return [...byKey.values()].flatMap((same) => {
    const [first] = same.toSorted((a, b) => a.exact.power - b.exact.power);
    if (first === undefined || first.isPart || first.scope === null || first.exact.digits === 0n) return [];
    if (!["yen", "percent", "persons", "none", "shares", "times"].includes(first.unit)) return [];
    return same.every(
      ({ exact }) => agreementOf(exact, first.exact) !== "other" || agreementOf(first.exact, exact) !== "other",
    )
      ? [first]
      : [];
  });
}

const keyOf = ({ issuer, labels, end, scope, months }: Fact) => `${issuer} ${labels[0]} ${end} ${scope} ${months}`;

interface Made {
  readonly statedValue: Exact;
  readonly end: string;
  readonly scope: Scope;
  readonly kind: VerdictKind | null;
}

/** A false statement of a class about a fact; undefined where there is nothing to make one of. */
export function falsify(
  random: SeededRandom,
  truth: Fact,
  facts: readonly Fact[],
  kind: VerdictKind,
): Made | undefined {
  const base = { statedValue: truth.exact, end: truth.end, scope: truth.scope ?? "consolidated", kind };
  const others = (of: (fact: Fact) => boolean) =>
    facts.filter(
      (fact) =>
        fact.issuer === truth.issuer &&
        !fact.isPart &&
        of(fact) &&
        agreementOf(fact.exact, truth.exact) === "other" &&
        agreementOf(truth.exact, fact.exact) === "other" &&
        significantDigits(fact.exact) >= 3,
    );
  const isItem = (fact: Fact) =>
    fact.labels[0] === truth.labels[0] && fact.unit === truth.unit && fact.months === truth.months;
  const from = (found: readonly Fact[]) =>
    found.length === 0 ? undefined : { ...base, statedValue: random.pick(found).exact };
  switch (kind) {
    case "other_year":
      return from(others((fact) => isItem(fact) && fact.scope === truth.scope && fact.end !== truth.end));
    case "other_scope":
      return from(
        others((fact) => isItem(fact) && fact.scope !== truth.scope && fact.scope !== null && fact.end === truth.end),
      );
    case "other_sign":
      // What is spent is printed with a minus in one filing and without in another.
      return (truth.unit === "yen" || truth.unit === "percent") &&
        !/支出|支払|返済|費|原価|償却|損|自己株式|引当金|累計額/u.test(truth.labels.join())
        ? { ...base, statedValue: negated(truth.exact) }
        : undefined;
    case "other_scale":
      return truth.unit === "yen" ? { ...base, statedValue: shifted(truth.exact, random.pick([-3, 3])) } : undefined;
    case "neighbour":
      return from(
        others(
          (fact) =>
            fact.labels[0] !== truth.labels[0] &&
            fact.unit === truth.unit &&
            fact.end === truth.end &&
            fact.scope === truth.scope,
        ),
      );
    case "not_in_it": {
      const at = BigInt(10 ** Math.min(3, significantDigits(truth.exact) - 1));
      return {
        ...base,
        statedValue: { ...truth.exact, digits: truth.exact.digits + at * BigInt(1 + random.below(7)) },
      };
    }
    default:
      return undefined;
  }
}

/** As it is written, which may be shorter. */
export function isFalse(made: Made, truth: Fact, facts: readonly Fact[]): boolean {
  return facts
    .filter(
      (fact) =>
        fact.issuer === truth.issuer &&
        fact.end === made.end &&
        fact.scope === made.scope &&
        fact.labels.some((label) => truth.labels.includes(label)),
    )
    .every(
      (fact) =>
        agreementOf(made.statedValue, fact.exact) === "other" && agreementOf(fact.exact, made.statedValue) === "other",
    );
}

export function truthOf(fact: Fact): Made {
  return { statedValue: fact.exact, end: fact.end, scope: fact.scope ?? "consolidated", kind: null };
}

/** A sentence or a table that says it. */
export function stated(
  random: SeededRandom,
  made: Made,
  truth: Fact,
  issuer: CorpusIssuer,
  hasBoth: boolean,
): Statement | undefined {
  const language = random.fraction() < 0.5 ? "ja" : "en";
  const label = language === "ja" ? truth.labels[0] : englishOf.get(truth.labels[0] ?? "");
  if (label === undefined) return undefined;
  const number = numberWords(random, made.statedValue, truth, language);
  if (number === undefined) return undefined;
  const said: Said = {
    label,
    number,
    period: periodWords(random, made.end, language, truth),
    scope: hasBoth || random.fraction() < 0.2 ? made.scope : null,
    issuer,
    isLevel: truth.months === null,
  };
  const rest = { isTrue: made.kind === null, kind: made.kind, truth, written: writtenIn(number) ?? made.statedValue };
  if (random.fraction() < 0.25) {
    const table = tableOf(random, said, made, truth, language);
    return table === undefined ? undefined : { ...rest, ...table };
  }
  const sentence = language === "ja" ? japanese(random, said) : english(random, said);
  const start = sentence.lastIndexOf(number);
  return {
    draft: { kind: "text", blocks: [{ id: "p1", kind: "paragraph", text: sentence }] },
    at: { start },
    words: sentence,
    ...rest,
  };
}

function writtenIn(number: string): Exact | undefined {
  return amountsIn(evenText(number), { bare: true })[0]?.exact;
}

interface Said {
  readonly label: string;
  readonly number: string;
  readonly period: string;
  readonly scope: Scope | null;
  readonly issuer: CorpusIssuer;
  readonly isLevel: boolean;
}

function japanese(random: SeededRandom, { label, number, period, scope, issuer }: Said): string {
  const of =
    scope === null
      ? ""
      : random.pick(scope === "consolidated" ? ["連結", "連結ベースの"] : ["単体の", "個別の", "提出会社の"]);
  return random.pick([
    `${issuer.ja}の${period}の${of}${label}は${number}であった。`,
    `${period}における${issuer.ja}の${of}${label}は、${number}となりました。`,
    `${issuer.ja}（${issuer.code}）は${period}に${of}${label}${number}を計上した。`,
    `${period}、${issuer.ja}の${of}${label}：${number}`,
    `有価証券報告書によれば、${issuer.ja}の${of}${label}（${period}）は${number}である。`,
    `${issuer.ja}の業績を見る。${period}は${of}${label}が${number}だった。`,
  ]);
}

function english(random: SeededRandom, { label, number, period, scope, issuer }: Said): string {
  const of = scope === null ? "" : scope === "consolidated" ? "consolidated " : "non-consolidated ";
  const upper = label.charAt(0).toUpperCase() + label.slice(1);
  return random.pick([
    `${issuer.en}'s ${of}${label} for ${period} was ${number}.`,
    `In ${period}, ${issuer.en} reported ${of}${label} of ${number}.`,
    `${upper} of ${issuer.en} came to ${number} in ${period}${scope === null ? "" : ` (${of.trim()})`}.`,
    `${issuer.en} (${issuer.code}): ${of}${label} in ${period} ${number}`,
    `For ${period}, the company ${issuer.en} posted ${number} in ${of}${label}.`,
  ]);
}

function periodWords(random: SeededRandom, end: string, language: "ja" | "en", { months }: Fact): string {
  const [year = "", month = ""] = end.split("-");
  const plain = Number(month);
  const begins = plain === 12 ? Number(year) : Number(year) - 1;
  if (months !== null && months < 11)
    return language === "ja" ? `${year}年${plain}月期` : `the six months ended ${monthNames[plain - 1]} 30, ${year}`;
  if (language === "ja")
    return random.pick(
      [`${year}年${plain}月期`, `${begins}年度`, `令和${Number(year) - 2018}年${plain}月期`, `FY${begins}`].slice(
        0,
        Number(year) >= 2019 ? 4 : 2,
      ),
    );
  return random.pick([
    `FY${begins}`,
    `fiscal ${begins}`,
    `the year ended ${monthNames[plain - 1]} ${[4, 6, 9, 11].includes(plain) ? 30 : plain === 2 ? 28 : 31}, ${year}`,
    `the fiscal year ended ${monthNames[plain - 1]} ${year}`,
  ]);
}

const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];

const grouped = (text: string) => {
  const [whole = "", fraction] = text.split(".");
  return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (fraction === undefined ? "" : `.${fraction}`);
};

/** An amount as it is written, in the digits that the fact has or in fewer. */
function numberWords(random: SeededRandom, exact: Exact, { unit }: Fact, language: "ja" | "en"): string | undefined {
  const isNegative = exact.digits < 0n;
  const size: Exact = isNegative ? negated(exact) : exact;
  const sign = isNegative ? (language === "ja" ? random.pick(["△", "▲", "-"]) : "-") : "";
  if (unit === "percent") return `${sign}${writeExact(size)}${language === "ja" ? random.pick(["%", "％"]) : "%"}`;
  if (unit === "none" || unit === "persons")
    return language === "ja" ? `${grouped(writeExact(size))}人` : `${grouped(writeExact(size))} employees`;
  if (unit === "shares")
    return language === "ja" ? `${grouped(writeExact(size))}株` : `${grouped(writeExact(size))} shares`;
  if (unit === "times") return language === "ja" ? `${writeExact(size)}倍` : `${writeExact(size)} times`;
  if (size.power < 0 || size.digits * 10n ** BigInt(size.power) < 100_000n)
    return language === "ja" ? `${sign}${grouped(writeExact(size))}円` : `${sign}¥${grouped(writeExact(size))}`;
  const forms: (string | undefined)[] =
    language === "ja"
      ? [
          scaled(size, 6, 0, "百万円"),
          scaled(size, 3, 0, "千円"),
          scaled(size, 8, 0, "億円"),
          scaled(size, 8, 1, "億円"),
          myriads(size),
        ]
      : [
          scaled(size, 6, 0, " million yen"),
          scaled(size, 6, 0, " million", "¥"),
          scaled(size, 9, 1, " billion", "¥"),
          scaled(size, 9, 2, "bn", "¥"),
          scaled(size, 6, 0, " million", "JPY "),
        ];
  const possible = forms.filter((form) => form !== undefined);
  return possible.length === 0 ? undefined : `${sign}${random.pick(possible)}`;
}

/** Undefined where the fact has fewer digits, or too few are left. */
function scaled(size: Exact, scale: number, decimals: number, after: string, before = ""): string | undefined {
  const power = scale - decimals;
  if (power < size.power) return undefined;
  const step = 10n ** BigInt(power - size.power);
  const digits = (size.digits + step / 2n) / step;
  if (digits < 100n && power > size.power) return undefined;
  return digits < 1n ? undefined : `${before}${grouped(writeExact({ digits, power: -decimals }))}${after}`;
}

function myriads(size: Exact): string | undefined {
  if (size.power > 8) return undefined;
  const okus = (size.digits * 10n ** BigInt(Math.max(0, size.power))) / 100_000_000n;
  const isWhole = size.power <= 8 && okus >= 10_000n;
  if (!isWhole) return undefined;
  const step = 10n ** BigInt(8 - size.power);
  const rounded = (size.digits + step / 2n) / step;
  return `${rounded / 10_000n}兆${rounded % 10_000n === 0n ? "" : grouped(String(rounded % 10_000n)) + "億"}円`;
}

function tableOf(
  random: SeededRandom,
  { label, scope, issuer }: Said,
  made: Made,
  truth: Fact,
  language: "ja" | "en",
): Pick<Statement, "draft" | "at" | "words" | "written"> | undefined {
  const size = made.statedValue.digits < 0n ? negated(made.statedValue) : made.statedValue;
  const sign = made.statedValue.digits < 0n;
  const isMoney =
    truth.unit === "yen" &&
    made.statedValue.power >= 0 &&
    size.digits * 10n ** BigInt(size.power) >= 1_000_000n &&
    size.power <= 6;
  const shown = isMoney ? scaled(size, 6, 0, "") : grouped(writeExact(size));
  if (shown === undefined) return undefined;
  const number = sign ? random.pick([`△${shown}`, `(${shown})`]) : shown;
  const unit =
    truth.unit === "percent"
      ? "%"
      : isMoney
        ? language === "ja"
          ? "百万円"
          : "millions of yen"
        : truth.unit === "yen"
          ? language === "ja"
            ? "円"
            : "yen"
          : truth.unit === "shares"
            ? language === "ja"
              ? "株"
              : "shares"
            : truth.unit === "times"
              ? language === "ja"
                ? "倍"
                : "times"
              : language === "ja"
                ? "人"
                : "persons";
  const [year = "", month = ""] = made.end.split("-");
  const period =
    language === "ja" ? `${year}年${Number(month)}月期` : `FY${Number(month) === 12 ? year : Number(year) - 1}`;
  const heading =
    language === "ja"
      ? `${issuer.ja}の${scope === null ? "" : scope === "separate" ? "単体" : "連結"}業績（単位：${unit}）`
      : `${issuer.en}, ${scope === null ? "" : scope === "separate" ? "non-consolidated " : "consolidated "}results (${unit})`;
  const rows =
    random.fraction() < 0.5
      ? [
          ["", period],
          [label, number],
        ]
      : [
          ["", label],
          [period, number],
        ];
  return {
    draft: {
      kind: "markdown",
      blocks: [
        { id: "h1", kind: "heading", text: heading },
        { id: "t1", kind: "table", rows },
      ],
    },
    at: { row: 1, column: 1 },
    written: shifted(writtenIn(number) ?? made.statedValue, isMoney ? 6 : 0),
    words: `${heading} ${JSON.stringify(rows)}`,
  };
}
