import {
  agreed,
  type AnnualFact,
  annualFacts,
  commonScale,
  labelOf,
  sectionOfLines,
  writeAmount,
  writeUnit,
  yearEnds,
} from "../../evidence/figures/index.ts";
import type { OwnedFiling } from "../../reading/figures.ts";
import { type AskedYear, type ReadQuestion, samePeriod } from "../../text/passages/read-question.ts";
import type { SectionTree } from "../../text/toc/section-tree.ts";
import type { AnswerDeps, Reader } from "./ports.ts";
import type { Figure, QuestionRequest } from "./record.ts";

/** A figure of a package that is owned, which answers for an issuer and a year. It costs nothing. */
export interface OwnedFact {
  readonly year: AskedYear;
  readonly filing: Pick<OwnedFiling, "documentId" | "title" | "issuerName" | "securityCode">;
  readonly figure: Figure;
}

interface FactsAsked {
  readonly question: ReadQuestion;
  readonly issuers: readonly { readonly security_code: string }[];
  readonly request: Pick<QuestionRequest, "document_ids" | "since" | "until">;
  /** Reports that the service lists: of an issuer's newest year is read only what is of that year. */
  readonly listed: readonly { readonly security_code: string | null; readonly period_end: string | null }[];
  treeOf(documentId: string): Promise<SectionTree | undefined>;
}

/** Words of other periods than whole years, and of what was not reached yet. */
const notOfYears =
  /四半期|中間|半期|上期|下期|累計|翌|次期|来期|予想|見込|計画|目標|quarter|interim|\bhalf\b|\b[qh][1-4]\b|\bnext\b|forecast|target|\bplan|guidance|\bchange|\bgrowth/iu;
/** Other than as the question's own period. */
const beforeIt =
  /前[期年々]|前(?:連結会計|事業)年度|昨年|一昨|previous|\bprior\b|preceding|\blast (?:fiscal )?year\b/iu;

/**
 * Figures for exactly the item, the years and the scope of the question. Where it says anything more, where two figures
 * of one name disagree, or where a newer year than the owned ones may be meant, there are none: then sections are read.
 */
export async function ownedFacts({ figures }: Pick<AnswerDeps, "figures">, reader: Reader, asked: FactsAsked) {
  const { question, issuers, request } = asked;
  if (question.asksFor !== "figure" || question.item === null || notOfYears.test(question.text)) return [];
  if (!question.previous && beforeIt.test(question.text)) return [];
  const filings = (
    await figures(
      reader,
      issuers.map(({ security_code }) => security_code),
    )
  ).filter(
    ({ documentId, filedAt }) =>
      (request.document_ids?.includes(documentId) ?? true) &&
      filedAt.slice(0, 10) >= (request.since ?? "") &&
      filedAt.slice(0, 10) <= (request.until ?? "9999"),
  );
  const facts: OwnedFact[] = [];
  for (const { security_code: code } of issuers) {
    const own = filings.filter(({ securityCode }) => securityCode === code);
    const listed = asked.listed.flatMap((each) => (each.security_code === code ? (each.period_end ?? []) : []));
    const known = [...listed, ...own.flatMap(({ figures: each }) => [...yearEnds(each)])];
    const all = factsOf(question, question.item, own, known.toSorted().at(-1));
    const found = new Set(all.map(kindOf)).size > 1 ? [] : all;
    const scale = commonScale(found.map(({ annual }) => annual.fact));
    for (const each of found) facts.push(await withPlace(each, scale, asked));
  }
  return facts;
}

interface FoundFact {
  readonly filing: OwnedFiling;
  readonly annual: AnnualFact;
}

function factsOf(
  question: ReadQuestion,
  item: readonly string[],
  filings: readonly OwnedFiling[],
  newest: string | undefined,
): readonly FoundFact[] {
  for (const name of item) {
    const byEnd = new Map<string, FoundFact | null>();
    // Newest first: the last filing that tells of a year has the last word.
    for (const filing of filings) {
      const annual = Map.groupBy(annualFacts(filing.figures, name, question.scope), ({ end }) => end);
      for (const [end, same] of annual) {
        if (byEnd.has(end)) continue;
        const one = agreed(same);
        byEnd.set(end, one === undefined ? null : { filing, annual: one });
      }
    }
    if (byEnd.size > 0) return ofYears(question, byEnd, newest);
  }
  return [];
}

/** In the order of the question's years. Where two year ends fit one of them, neither is meant for certain. */
function ofYears(
  { years, previous, trend, span }: ReadQuestion,
  byEnd: ReadonlyMap<string, FoundFact | null>,
  newest: string | undefined,
): readonly FoundFact[] {
  if (years.length > 0) {
    return years.flatMap((asked) => {
      const [end, ...others] = [...byEnd.keys()].filter((each) => samePeriod(asked, yearOf(each)));
      return end === undefined || others.length > 0 ? [] : (byEnd.get(end) ?? []);
    });
  }
  const inOrder = [...byEnd].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const last = inOrder.at(-1);
  if (last === undefined || (newest !== undefined && last[0] < newest)) return [];
  if (previous) {
    const before = inOrder.find(([end]) => monthsApart(end, last[0]) === 12);
    return before?.[1] == null ? [] : [before[1]];
  }
  if (!trend) return last[1] === null ? [] : [last[1]];
  const row: FoundFact[] = [];
  for (const [end, found] of inOrder.toReversed()) {
    const after = row.at(-1);
    if (found === null || (after !== undefined && monthsApart(end, after.annual.end) !== 12)) break;
    row.push(found);
    if (row.length === span) break;
  }
  return row.length < (span ?? 2) ? [] : row.reverse();
}

/** Of one basis and one standard: others of the same name are not compared. */
const kindOf = ({ annual: { basis, element } }: FoundFact) => `${basis} ${/ifrs/iu.test(element.name)}`;

const yearOf = (day: string): AskedYear => ({ year: Number(day.slice(0, 4)), month: Number(day.slice(5, 7)) });

function monthsApart(before: string, after: string): number {
  const [from, to] = [yearOf(before), yearOf(after)];
  return (to.year - from.year) * 12 + (to.month ?? 0) - (from.month ?? 0);
}

async function withPlace({ filing, annual }: FoundFact, scale: number, asked: FactsAsked): Promise<OwnedFact> {
  const { fact, element, start, end, basis } = annual;
  const { documentId, securityCode, figures } = filing;
  const nodes = (await asked.treeOf(documentId))?.nodes ?? [];
  const titles = nodes.map(({ title }) => title ?? "");
  const section = nodes[sectionOfLines(figures.landmarks, titles)[fact.landmark] ?? -1];
  return {
    year: yearOf(end),
    filing,
    figure: {
      security_code: securityCode,
      period: end.slice(0, 7),
      document_id: documentId,
      section_id: section?.id ?? null,
      passage: null,
      row: annual.label.replace(/又は.*$/u, ""),
      column: "",
      value: writeAmount(fact, scale),
      unit: writeUnit(annual.unit, scale, "ja") || null,
      score: 1,
      fact: {
        element: element.name,
        label_en: labelOf(element, "en").text,
        ...{ start, end, basis },
        exact: fact.value ?? "",
        document_title: filing.title,
        heading: section?.title ?? null,
        original_id: filing.originalId,
        sha256: filing.sha256,
      },
    },
  };
}
