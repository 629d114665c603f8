import { foldText } from "../../text/format/fold.ts";
import { differs } from "./decimal-compare.ts";
import { labelOf, tellingMembers } from "./labels.ts";
import type { Fact, FigureContext, FigureElement, Figures } from "./model.ts";
import { periodOf } from "./periods.ts";

/** A figure of a whole year, or of the day on which one ends, under the very name that is asked for. */
export interface AnnualFact {
  readonly fact: Fact;
  readonly element: FigureElement;
  /** In Japanese, as it was asked for: the row of a half year's report may print another. */
  readonly label: string;
  readonly unit: string;
  readonly start: string | null;
  readonly end: string;
  /** Null where the filing doesn't say it of this item. */
  readonly basis: FigureContext["basis"];
}

type AskedBasis = "consolidated" | "separate" | null;

/** Of segments, forecasts and parts of a year there are none here. */
export function annualFacts(figures: Figures, name: string, asked: AskedBasis): AnnualFact[] {
  const wanted = plainName(name);
  if (wanted === "") return [];
  const labels = figures.elements.map((element) => namesOf(element).find((each) => plainName(each) === wanted));
  const years = yearEnds(figures);
  const ofGroup = isOfGroup(figures);
  return figures.facts.flatMap((fact): AnnualFact[] => {
    const context = figures.contexts[fact.context];
    const element = figures.elements[fact.element];
    const label = labels[fact.element];
    if (label === undefined || context === undefined || element === undefined || fact.value === null) return [];
    const { start, end } = context;
    if (end === null || !(start === null ? years.has(end) : isYear(context))) return [];
    if (tellingMembers(context).length > 0) return [];
    const basis = context.basis ?? (ofGroup && isStated.test(element.name) ? "consolidated" : null);
    if (!fits(asked, basis, ofGroup, element.name)) return [];
    return [{ fact, element, label, unit: figures.units[fact.unit] ?? "", start, end, basis }];
  });
}

/** The last days of all years that the filing tells anything of. */
export function yearEnds({ contexts }: Figures): ReadonlySet<string> {
  return new Set(contexts.flatMap((context) => (isYear(context) ? (context.end ?? []) : [])));
}

/** The most exact of facts that all say the same amount; undefined where they don't. */
export function agreed(facts: readonly AnnualFact[]): AnnualFact | undefined {
  const [first, ...others] = facts;
  if (first === undefined) return undefined;
  const best = others.reduce((known, each) => (exactness(each) > exactness(known) ? each : known), first);
  const isSame = ({ unit, end, fact }: AnnualFact) =>
    unit === best.unit && end === best.end && !differs(exactly(fact), exactly(best.fact));
  return facts.every(isSame) ? best : undefined;
}

const exactly = ({ value, decimals }: Fact) => ({ value: value ?? "", decimals });

function exactness({ fact: { decimals } }: AnnualFact): number {
  const places = Number(decimals ?? "x");
  return Number.isFinite(places) ? places : -99;
}

const isYear = (context: FigureContext) => context.start !== null && periodOf(context)?.months === 12;

/** Statements and summaries: what is not marked there as the filer's alone is the group's. */
const isStated = /^jp(?:pfs|igp)_cor:|SummaryOfBusinessResults$|:NumberOfEmployees/u;

function isOfGroup({ facts, contexts, units }: Figures): boolean {
  return facts.some(({ context: at, unit }) => {
    const context = contexts[at];
    return (
      context !== undefined &&
      context.basis !== "separate" &&
      units[unit] === "JPY" &&
      isYear(context) &&
      tellingMembers(context).length === 0
    );
  });
}

const ofFilerAlone = /ReportingCompany|:DividendPaidPerShare|:TotalNumberOfIssuedShares/u;

/** Beside the group's figures, the filer's own count only where they are asked for, or there can be no others. */
function fits(asked: AskedBasis, basis: AskedBasis, ofGroup: boolean, element: string): boolean {
  if (asked !== null) return basis === asked;
  return basis !== "separate" || !ofGroup || ofFilerAlone.test(element);
}

/** The standard's meaning, where it has one: rows are printed in many ways, and two items may share one. */
function namesOf(element: FigureElement): string[] {
  const standard = labelOf({ ...element, ja: null, row: null }, "ja");
  const labels = standard.source === "standard" ? [standard.text] : [labelOf(element, "ja").text];
  return [...labels, ...(element.ja === null ? [] : [element.ja])];
}

const nameMax = 200;

/** Without what is said in brackets, and without the other name of a loss. */
function plainName(name: string): string {
  return foldText(name.slice(0, nameMax))
    .replace(/[(（[［][^)）\]］]*[)）\]］]/gu, "")
    .replace(/(?:又は|または).*$/u, "")
    .replace(/※[\d,\s]*/gu, "")
    .replace(/[\s・、,]/gu, "");
}
