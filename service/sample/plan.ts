import type { DocumentFamily, DocumentType } from "../../lib/contract/vocabulary.ts";
import { addDays, at, businessDay, filingTime, fiscalYear, isBusinessDay, timelyTime } from "./calendar.ts";
import type { SampleIssuer } from "./issuers.ts";
import { randomOf } from "./random.ts";
import { type ShortKind, shortKinds } from "./text/short-kinds.ts";

export const allKinds = [
  ...shortKinds,
  "annual_securities_report",
  "ir_presentation",
  "integrated_report",
  "fact_book",
] as const;

/** The plan of one issuer's disclosures: what is published when, before any text is written. */
export interface Planned {
  readonly kind: (typeof allKinds)[number];
  readonly family: DocumentFamily;
  readonly type: DocumentType;
  readonly year: number;
  readonly quarter: number;
  readonly variant: number;
  readonly day: string;
  readonly atMs: number;
  /** Its place in the plan of its year: part of its id. */
  readonly ordinal: number;
  readonly amends?: "annual";
}

/** `short` writes every document in its shortest form: for markets of thousands of issuers. */
export const allLengths = ["full", "short"] as const;
export type Lengths = (typeof allLengths)[number];

export interface Span {
  readonly seed: number;
  readonly years: number;
  readonly lengths?: Lengths;
  /** The Japanese day on which the market was loaded: nothing is later than its early morning. */
  readonly anchorDay: string;
}

const edinetKinds = new Set<string>([
  "annual_securities_report",
  "semiannual_report",
  "quarterly_report",
  "extraordinary_report",
  "internal_control_report",
  "confirmation",
  "large_holding_report",
  "large_holding_change_report",
  "tender_offer_statement",
  "securities_registration_statement",
]);
const irKinds = new Set<string>(["ir_presentation", "integrated_report", "fact_book"]);

export function familyOf(kind: Planned["kind"]): DocumentFamily {
  if (edinetKinds.has(kind)) return "edinet_filing";
  return irKinds.has(kind) ? "ir_material" : "timely_disclosure";
}

/** A confirmation letter is a filing that no type has a name for. */
function typeOf(kind: Planned["kind"]): DocumentType {
  return kind === "confirmation" ? "other" : kind;
}

export function planOf(issuer: SampleIssuer, span: Span): Planned[] {
  const lastYear = Number(span.anchorDay.slice(0, 4));
  const planned: Planned[] = [];
  const years = yearsOf(issuer, span);
  for (let year = lastYear - years - 1; year <= lastYear; year++) planned.push(...planYear(issuer, span.seed, year));
  planned.push(...recent(issuer, span));
  const earliest = addDays(span.anchorDay, -years * 366);
  const latestMs = at(span.anchorDay, 8, 59);
  return planned.filter(({ day, atMs }) => day >= earliest && atMs <= latestMs).sort((a, b) => a.atMs - b.atMs);
}

/** Every fifth issuer, a big one, has two years more: enough to compare five annual reports. */
function yearsOf(issuer: SampleIssuer, { years, lengths = "full" }: Span): number {
  const more = lengths === "full" && years >= 3 && years <= 6 && issuer.index % 5 === 0;
  return more ? years + 2 : years;
}

function planYear(issuer: SampleIssuer, seed: number, year: number): Planned[] {
  const random = randomOf(seed, "plan", issuer.index, year);
  const { start, end, quarterEnds } = fiscalYear(year, issuer.closingMonth);
  const planned: Planned[] = [];
  // `together`: filed at the same instant as the one before, as annual and internal control reports are.
  type Ways = { readonly amends?: "annual"; readonly together?: true };
  const add = (kind: Planned["kind"], day: string, quarter = 0, variant = 0, { amends, together }: Ways = {}) => {
    const family = familyOf(kind);
    const filed = businessDay(day);
    const own = family === "edinet_filing" ? filingTime(filed, random) : timelyTime(filed, random);
    const atMs = together === undefined ? own : (planned.at(-1)?.atMs ?? own);
    planned.push({
      kind,
      family,
      type: typeOf(kind),
      year,
      quarter,
      variant,
      day: filed,
      atMs,
      ordinal: planned.length,
      ...(amends === undefined ? {} : { amends }),
    });
  };
  quarterEnds.forEach((quarterEnd, index) => {
    add("earnings_summary", addDays(quarterEnd, random.int(33, 44)), index + 1);
    add("ir_presentation", addDays(quarterEnd, random.int(45, 50)), index + 1);
  });
  if (year <= 2023) add("quarterly_report", addDays(quarterEnds[0], 44), 1);
  add("semiannual_report", addDays(quarterEnds[1], random.int(42, 46)), 2);
  add("earnings_summary", addDays(end, random.int(38, 45)));
  add("ir_presentation", addDays(end, random.int(46, 52)));
  const annualDay = addDays(end, random.int(82, 89));
  add("annual_securities_report", annualDay);
  add("internal_control_report", annualDay, 0, 0, { together: true });
  add("confirmation", annualDay, 0, 0, { together: true });
  add("extraordinary_report", addDays(annualDay, 3), 0, 0);
  if (random.chance(0.12) || issuer.index === 2)
    // One in three files the whole report again, the others what they correct.
    add(
      "annual_securities_report",
      addDays(annualDay, random.int(20, 60)),
      0,
      (issuer.index + year) % 3 === 0 ? 1 : 0,
      {
        amends: "annual",
      },
    );
  if (random.chance(0.5)) add("integrated_report", addDays(end, random.int(150, 200)));
  if (random.chance(0.4) || issuer.index === 4) add("fact_book", addDays(end, random.int(95, 120)));
  const someDay = () => addDays(start, random.int(20, 350));
  const chances: readonly (readonly [Planned["kind"], number])[] = [
    ["forecast_revision", 0.75],
    ["forecast_revision", 0.4],
    ["dividend_revision", 0.4],
    ["share_buyback", 0.45],
    ["share_buyback", 0.3],
    ["management_change", 0.3],
    ["acquisition_or_merger", 0.2],
    ["other_timely_disclosure", 0.8],
    ["other_timely_disclosure", 0.6],
    ["large_holding_report", 0.3],
    ["large_holding_change_report", 0.5],
    ["large_holding_change_report", 0.3],
    ["tender_offer_statement", 0.06],
    ["securities_registration_statement", 0.08],
    ["extraordinary_report", 0.3],
  ];
  chances.forEach(([kind, chance], at) => {
    if (random.chance(chance)) add(kind, someDay(), 0, kind === "extraordinary_report" ? 1 : at + random.int(0, 3));
  });
  return planned;
}

/**
 * The last two business days have many documents, and the anchor day has some before nine, so that the Desk page is
 * never empty.
 */
function recent(issuer: SampleIssuer, span: Span): Planned[] {
  const random = randomOf(span.seed, "recent", issuer.index, span.anchorDay);
  const year = Number(span.anchorDay.slice(0, 4)) - 1;
  const kinds: readonly ShortKind[] = [
    "forecast_revision",
    "share_buyback",
    "other_timely_disclosure",
    "management_change",
    "large_holding_change_report",
    "dividend_revision",
  ];
  const kind = kinds[(issuer.index + Math.floor(issuer.index / 12)) % kinds.length] ?? "share_buyback";
  const family = familyOf(kind);
  const one = (day: string, atMs: number, variant: number): Planned => ({
    kind,
    family,
    type: typeOf(kind),
    year,
    quarter: 0,
    variant,
    day,
    atMs,
    ordinal: 40 + variant,
  });
  if (issuer.index % 12 === 0) {
    // On a day without trading the newest are those of the evening before it.
    const day = businessDay(span.anchorDay);
    const isOpen = isBusinessDay(span.anchorDay);
    return [one(day, isOpen ? at(day, 8, random.pick([0, 30, 30, 45])) : at(day, 17, random.pick([0, 30, 45])), 20)];
  }
  const yesterday = businessDay(addDays(span.anchorDay, -1));
  if (issuer.index % 3 === 1) return [one(yesterday, timelyTime(yesterday, random), 21)];
  if (issuer.index % 4 === 2) {
    const before = businessDay(addDays(yesterday, -1));
    return [one(before, timelyTime(before, random), 22)];
  }
  return [];
}
