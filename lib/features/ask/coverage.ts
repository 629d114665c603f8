import { foldText } from "../../text/format/fold.ts";
import { type AskedTerm, uncovered } from "../../text/passages/asked-terms.ts";
import { isMeant } from "../../text/passages/find-figures.ts";
import { amount, hasName } from "../../text/passages/find-passages.ts";
import { type AskedYear, type ReadQuestion, samePeriod, yearsIn } from "../../text/passages/read-question.ts";
import { opposes, stanceOf } from "../../text/passages/stance.ts";
import { ancestry, type SectionNode } from "../../text/toc/section-tree.ts";
import { isPlaceOf, scopeFits } from "./places.ts";
import type { OwnedFact } from "./owned-facts.ts";
import type { EvidenceFigure, EvidencePassage } from "./read-section.ts";

/**
 * "Found" is a claim: each issuer that is named, each period that is asked for and each word that says what, is covered
 * by a row with its column, or by a passage, together with the headings above it. What isn't is named.
 */
export interface AskedIssuer {
  readonly security_code: string;
  readonly name: string;
}

export interface Uncovered {
  readonly issuer: AskedIssuer | null;
  readonly year: AskedYear | null;
  /** Words that the nearest evidence lacks. */
  readonly words: readonly string[];
}

/** A row is the asked one from here on, and no other. */
const labelHolds = 0.86;
/** A passage has what is asked from here on, and so much more than any other section's. */
const passageHolds = 0.55;
const passageHoldsAlone = 0.8;
const passageMargin = 0.08;

export interface Found {
  /** Of owned packages. */
  readonly facts: readonly OwnedFact[];
  readonly figures: readonly EvidenceFigure[];
  readonly passages: readonly EvidencePassage[];
}

export function coverageOf(
  question: ReadQuestion,
  issuers: readonly AskedIssuer[],
  found: Found,
): { readonly answering: Found; readonly missing: readonly Uncovered[] } {
  const answering: { facts: OwnedFact[]; figures: EvidenceFigure[]; passages: EvidencePassage[] } = {
    ...{ facts: [], figures: [], passages: [] },
  };
  const missing: Uncovered[] = [];
  for (const issuer of issuers.length === 0 ? [null] : issuers) {
    const isOwn = (each: EvidenceFigure | EvidencePassage) =>
      issuer === null || (each.section.securityCode ?? issuer.security_code) === issuer.security_code;
    const facts = found.facts.filter(({ filing }) => filing.securityCode === issuer?.security_code);
    const own: Found = { facts, figures: found.figures.filter(isOwn), passages: found.passages.filter(isOwn) };
    for (const year of question.years.length === 0 ? [null] : question.years) {
      const owned = facts.filter((each) => year === null || samePeriod(year, each.year));
      answering.facts.push(...owned);
      if (owned.length > 0) continue;
      const figures = question.asksFor === "figure" ? figuresFor(question, own, year) : [];
      // Figures are compared with figures alone.
      const isCompared = question.asksFor === "figure" && issuers.length > 1;
      const passage = figures.length > 0 || isCompared ? undefined : passageFor(question, own, year);
      answering.figures.push(...figures.filter((each) => !answering.figures.includes(each)));
      if (passage !== undefined && !answering.passages.includes(passage)) answering.passages.push(passage);
      if (figures.length === 0 && passage === undefined) {
        missing.push({ issuer, year, words: lackingWords(question.terms, own) });
      }
    }
  }
  return { answering, missing };
}

/** Issuers of whom nothing is missing. */
export function coveredOf(issuers: readonly AskedIssuer[], missing: readonly Uncovered[]): ReadonlySet<string> {
  const open = new Set(missing.map(({ issuer }) => issuer?.security_code));
  return new Set(issuers.flatMap(({ security_code: code }) => (open.has(code) ? [] : code)));
}

function figuresFor(question: ReadQuestion, own: Pick<Found, "figures">, year: AskedYear | null): EvidenceFigure[] {
  const fitting = own.figures.filter(
    (each) =>
      each.label >= labelHolds &&
      (each.period === "right" || (each.period === "unsaid" && question.years.length === 0 && !question.trend)) &&
      (year === null || (each.year !== null && samePeriod(year, each.year))) &&
      scopeFits(question, each.section.node) &&
      !(ofPeople.test(question.text) && each.unit !== null && /[%％円]/u.test(each.unit)) &&
      uncovered(question.terms, wordsOfFigure(each)).length === 0,
  );
  const [best] = fitting;
  if (best === undefined) return [];
  if (!question.trend || year !== null) return [best];
  // The years of one row.
  const row = own.figures.filter((each) => each.section === best.section && each.start === best.start);
  return row.length < (question.span ?? 2)
    ? []
    : row.toSorted((a, b) => orderOf(a.year) - orderOf(b.year)).slice(-(question.span ?? row.length));
}

const orderOf = (year: AskedYear | null) => (year === null ? 0 : year.year * 12 + (year.month ?? 0));

function wordsOfFigure({ row, column, shown, section }: EvidenceFigure): string {
  return [row, column, shown.slice(0, 300), headingsOf(section.node)].join(" ");
}

/** The headings above a section, its own included. */
export function headingsOf(node: SectionNode): string {
  return ancestry(node)
    .map(({ title }) => title ?? "")
    .join(" ");
}

function passageFor(question: ReadQuestion, own: Found, year: AskedYear | null): EvidencePassage | undefined {
  return own.passages.find((each) => holds(question, own, each) && isOfYear(each, year));
}

function isOfYear({ shown, section }: EvidencePassage, year: AskedYear | null): boolean {
  if (year === null) return true;
  const ends = section.periodEnd;
  const own = ends === null ? [] : [{ year: Number(ends.slice(0, 4)), month: Number(ends.slice(5, 7)) }];
  const said = yearsIn(shown);
  return (said.length === 0 ? own : said).some((each) => samePeriod(year, each));
}

function holds(question: ReadQuestion, own: Found, passage: EvidencePassage): boolean {
  if (passage.score < passageHolds) return false;
  if (question.trend) return false;
  if (question.asksForName && !passage.isList && !hasName(question.text, passage.shown)) return false;
  const isRow = passage.less !== null;
  if (question.asksFor === "figure" && !saysAmount(question, passage)) return false;
  const stance = stanceOf(foldText(question.text));
  if (stance !== undefined && opposes(stance, foldText(passage.shown))) return false;
  const words = `${passage.shown} ${headingsOf(passage.section.node)}`;
  if (uncovered(question.terms, words).length > 0) return false;
  if (isPlaceOf(question, passage.section.node) && (question.asksFor === "text" || isRow)) return true;
  const other = own.passages.find(({ section }) => section.node !== passage.section.node);
  return (
    passage.score >= passageHoldsAlone &&
    (question.asksFor === "figure" || passage.score - (other?.score ?? 0) >= passageMargin)
  );
}

/** A row of what is asked with a figure, or a sentence that has the asked words and an amount of what is counted. */
function saysAmount(question: ReadQuestion, { shown, less }: EvidencePassage): boolean {
  const { terms, text } = question;
  const words = shown.normalize("NFKC");
  if (less !== null) return /\d/u.test(words) && isMeant(question, less.split(/[|<]/u)[0] ?? "");
  const wanted = ofPeople.test(text) ? /\d\s?[人名]/u : amount;
  return words
    .split(/(?<=。)/u)
    .some((each) => wanted.test(each) && uncovered(terms, each).length < Math.max(1, terms.length));
}

const ofPeople = /何[人名]|how many (?:\w+ )?(?:employees|people|persons|shareholders|directors|officers)/iu;

/** Of the nearest evidence. */
function lackingWords(terms: readonly AskedTerm[], { figures, passages }: Omit<Found, "facts">): string[] {
  const [figure] = figures;
  const [passage] = passages;
  const words = [
    figure === undefined ? "" : wordsOfFigure(figure),
    passage === undefined ? "" : `${passage.shown} ${headingsOf(passage.section.node)}`,
  ].join(" ");
  return words.trim() === "" ? [] : uncovered(terms, words).flatMap(([first]) => first ?? []);
}
