import type { EvidenceMatch } from "../core/evidence.ts";
import type { EvidenceToken } from "../core/evidence-candidates.ts";
import type { Found } from "../core/find.ts";
import type { Snippet } from "../core/snippet.ts";
import { describeToken } from "../core/tokens.ts";
import type { SqliteCorpus } from "./corpus.ts";

export interface ExplainedToken {
  readonly token: string;
  readonly passages: number;
  readonly weight: number;
  readonly used: boolean;
}

/** Why a search answered what it answered. */
export interface Explanation {
  readonly engine: string;
  readonly folded: string;
  readonly terms: readonly {
    readonly term: string;
    readonly passages: number;
    readonly weight: number;
    readonly exact: boolean;
  }[];
  readonly tokens: readonly ExplainedToken[];
  /** Parts of the question that titles, names and rows are searched for. */
  readonly fields: readonly ExplainedToken[];
  /** For a question in English. */
  readonly glossary: readonly { readonly label: string; readonly name: string; readonly weight: number }[];
  readonly issuers: readonly string[];
  readonly scope: string | null;
  readonly years: readonly string[];
  readonly candidates: number;
  readonly textsRead: number;
  readonly hits: readonly ExplainedHit[];
}

export interface ExplainedHit {
  readonly documentId: string;
  readonly sectionId: string;
  readonly score: number;
  readonly parts: Readonly<Record<string, number>>;
  readonly title: string;
  readonly names: string;
  readonly row: string | null;
  readonly alsoIn: readonly string[];
  readonly snippet: Snippet | null;
}

export function explanationOf(
  corpus: SqliteCorpus,
  found: Found,
  asked: { readonly engine: string; readonly folded: string },
): Explanation {
  const { evidence, lexical } = found;
  const words = [asked.folded, ...(evidence?.question.expansions ?? []).map(({ folded }) => folded)].join(" ");
  return {
    ...asked,
    terms: (lexical?.plans ?? []).map(({ term, frequency, weight, exact }) => ({
      term,
      passages: frequency,
      weight,
      exact,
    })),
    tokens: (evidence?.tokens.text ?? []).map((token) => explained(token, words)),
    fields: (evidence?.tokens.fields ?? []).map((token) => explained(token, words)),
    glossary: (evidence?.question.expansions ?? []).map(({ label, name, weight }) => ({ label, name, weight })),
    issuers: evidence?.issuers ?? [],
    scope: evidence?.question.scope ?? null,
    years: (evidence?.question.years ?? []).map(({ year, month }) =>
      month === undefined ? `${year}` : `${year}-${month}`,
    ),
    candidates: lexical?.candidateCount ?? evidence?.bySection.size ?? 0,
    textsRead: lexical?.readCount ?? 0,
    hits: found.selected.map((match): ExplainedHit => {
      const detail = evidence?.bySection.get(match.section);
      return {
        documentId: corpus.documentId(match.owner),
        sectionId: corpus.sectionId(match.owner, match.section),
        score: match.score,
        parts: detail === undefined ? {} : partsOf(detail),
        title: corpus.text(match.section).split("\n").at(-1) ?? "",
        names: detail?.names ?? "",
        row: detail?.row?.label ?? null,
        alsoIn: match.alsoIn.map((each) => corpus.documentId(each.owner)),
        snippet: found.snippetOf(match),
      };
    }),
  };
}

function explained({ token, frequency, weight, used }: EvidenceToken, words: string): ExplainedToken {
  return { token: describeToken(token, words), passages: frequency, weight, used };
}

function partsOf(match: EvidenceMatch): Record<string, number> {
  const { passageScore, sentenceScore, titleScore, nameScore, rowScore, factor } = match;
  const parts = {
    passage: passageScore,
    sentence: sentenceScore,
    title: titleScore,
    names: nameScore,
    row: rowScore,
  };
  const given = Object.fromEntries(Object.entries(parts).filter(([, value]) => value > 0));
  return factor === 1 ? given : { ...given, factor };
}
