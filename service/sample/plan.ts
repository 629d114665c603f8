import type { DocumentFamily, DocumentType } from "../../lib/contract/vocabulary.ts";
import { addDays, at, businessDay, filingTime, fiscalYear, isBusinessDay, timelyTime } from "./calendar.ts";
import type { Row, SampleData } from "./data.ts";
import type { SampleIssuer } from "./issuers.ts";
import { type Random, randomOf } from "./random.ts";

const edinetKinds = [
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
] as const;
const irKinds = ["ir_presentation", "integrated_report", "fact_book"] as const;
/** In the order in which the companies of the market have them in its last days. */
const noticeKinds = [
  "forecast_revision",
  "share_buyback",
  "other_timely_disclosure",
  "management_change",
  "large_holding_change_report",
  "dividend_revision",
] as const;
export const allKinds = [
  ...edinetKinds,
  ...irKinds,
  ...noticeKinds.filter((kind) => kind !== "large_holding_change_report"),
  "earnings_summary",
  "acquisition_or_merger",
] as const;
export type Kind = (typeof allKinds)[number];

/** The plan of one issuer's disclosures: what is published when, before any text is written. */
export interface Planned {
  readonly kind: Kind;
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

export function familyOf(kind: Kind): DocumentFamily {
  if (edinetKinds.some((each) => each === kind)) return "edinet_filing";
  return irKinds.some((each) => each === kind) ? "ir_material" : "timely_disclosure";
}

export function planOf({ plan }: Pick<SampleData, "plan">, issuer: SampleIssuer, span: Span): Planned[] {
  const lastYear = Number(span.anchorDay.slice(0, 4));
  const years = yearsOf(issuer, span);
  const planned: Planned[] = [];
  for (let year = lastYear - years - 1; year <= lastYear; year++)
    planned.push(...planYear(plan, issuer, span.seed, year));
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

function planYear(plan: readonly Row[], issuer: SampleIssuer, seed: number, year: number): Planned[] {
  const { start, end, quarterEnds } = fiscalYear(year, issuer.closingMonth);
  const days: Record<string, string> = { start, end, q1: quarterEnds[0], q2: quarterEnds[1], q3: quarterEnds[2] };
  let annual: Planned | undefined;
  return plan.flatMap((row, ordinal): Planned[] => {
    const random = randomOf(seed, "plan", issuer.index, year, ordinal);
    const isAmendment = row["kind"] === "amendment";
    const kind = allKinds.find((each) => each === (isAmendment ? "annual_securities_report" : row["kind"]));
    if (kind === undefined) throw new Error(`plan.tsv: there is no kind ${row["kind"]}`);
    const isLate = row["until"] !== "" && year > Number(row["until"]);
    const isWanted = random.chance(Number(row["chance"]) / 100) || row["always"] === String(issuer.index);
    if (isLate || !isWanted) return [];
    // One company files its report before its meeting, as the law has wanted since.
    const [other, itsDays] = (row["but"] ?? "").split(":");
    const isOther = other === String(issuer.index) && year >= newForms;
    const after = between(isOther ? itsDays : row["days"], random);
    const day = businessDay(addDays(days[row["after"] ?? ""] ?? end, after));
    // One amendment in three is the whole report again, the others are what they correct.
    const variant = isAmendment ? Number((issuer.index + year) % 3 === 0) : between(row["variant"], random);
    const one = planned(kind, { year, quarter: Number(row["quarter"]), variant, day, ordinal }, random);
    if (row["days"] === "0~0" && annual !== undefined) return [{ ...one, atMs: annual.atMs }];
    if (kind === "annual_securities_report" && !isAmendment) {
      annual = one;
      days["annual"] = day;
    }
    return [isAmendment ? { ...one, amends: "annual" } : one];
  });
}

/** The first fiscal year of the new forms. */
const newForms = 2025;

function between(range = "0", random: Random): number {
  const [low = 0, high = low] = range.split("~").map(Number);
  return random.int(low, high);
}

function planned(
  kind: Kind,
  more: Pick<Planned, "year" | "quarter" | "variant" | "day" | "ordinal">,
  random: Random,
  atMs?: number,
): Planned {
  const family = familyOf(kind);
  const own = family === "edinet_filing" ? filingTime(more.day, random) : timelyTime(more.day, random);
  // A confirmation letter is a filing that no type has a name for.
  return { kind, family, type: kind === "confirmation" ? "other" : kind, atMs: atMs ?? own, ...more };
}

/**
 * The last two business days have many documents, and the anchor day has some before nine, so that the Desk page is
 * never empty.
 */
function recent({ index }: SampleIssuer, { seed, anchorDay }: Span): Planned[] {
  const random = randomOf(seed, "recent", index, anchorDay);
  const kind = noticeKinds[(index + Math.floor(index / 12)) % noticeKinds.length] ?? "share_buyback";
  const one = (day: string, variant: number, atMs?: number) => {
    const year = Number(anchorDay.slice(0, 4)) - 1;
    return [planned(kind, { year, quarter: 0, variant, day, ordinal: 40 + variant }, random, atMs)];
  };
  if (index % 12 === 0) {
    // On a day without trading the newest are those of the evening before it.
    const day = businessDay(anchorDay);
    const isOpen = isBusinessDay(anchorDay);
    return one(day, 20, isOpen ? at(day, 8, random.pick([0, 30, 45])) : at(day, 17, random.pick([0, 30, 45])));
  }
  const yesterday = businessDay(addDays(anchorDay, -1));
  if (index % 3 === 1) return one(yesterday, 21);
  return index % 4 === 2 ? one(businessDay(addDays(yesterday, -1)), 22) : [];
}
