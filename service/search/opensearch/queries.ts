import type { EvidenceToken, WeighedTokens } from "../core/evidence-candidates.ts";
import type { EvidenceSettings } from "../core/evidence-settings.ts";
import type { WeighedMeaning } from "../core/weighed-meanings.ts";
import { tokenText } from "./encode.ts";

export interface Filter {
  readonly securityCodes?: readonly string[] | undefined;
  readonly documentTypes?: readonly string[] | undefined;
  readonly families?: readonly string[] | undefined;
  readonly sinceMs?: number | undefined;
  readonly untilMs?: number | undefined;
  readonly latestOnly?: boolean | undefined;
}

/**
 * Which kind of entry is meant is not among them: only sections have texts and fields, only passages have tokens. So a
 * search that names nothing else is a plain disjunction, of which the engine leaps over all that can't be among the best.
 */
export function filtersOf(filter: Filter): object[] {
  const any = (field: string, values: readonly string[] | undefined) =>
    values === undefined ? [] : [{ terms: { [field]: values } }];
  const { sinceMs, untilMs } = filter;
  const range = {
    ...(sinceMs === undefined ? {} : { gte: sinceMs }),
    ...(untilMs === undefined ? {} : { lt: untilMs }),
  };
  return [
    ...any("codes", filter.securityCodes),
    ...any("type", filter.documentTypes),
    ...any("family", filter.families),
    ...(Object.keys(range).length === 0 ? [] : [{ range: { at: range } }]),
    ...(filter.latestOnly === true ? [{ term: { superseded: false } }] : []),
  ];
}

/**
 * Sections with every term in text or context. Those that have all of them in the context alone score nothing, and are
 * for whoever asks to drop. Pairs of neighbouring characters as a phrase are exactly the substring; a single character
 * is looked up among the section's characters.
 */
export function termsQuery(terms: readonly string[], filter: Filter): object {
  const isIn = (field: "text" | "above", term: string) =>
    Array.from(term).length === 1
      ? { constant_score: { filter: { term: { [`${field}1`]: term } } } }
      : { match_phrase: { [field]: term } };
  const [only, ...others] = terms;
  const must =
    only !== undefined && others.length === 0
      ? [isIn("text", only)]
      : terms.map((term) => ({ bool: { should: [isIn("text", term), silent(isIn("above", term))] } }));
  return { bool: { must, filter: filtersOf(filter) } };
}

/** Matches without adding to the score: where a term stands in the context, the text decides the rank. */
const silent = (query: object) => ({ constant_score: { boost: 0, filter: query } });

/** Passages that share tokens with a question, each counting for its rarity and share; frequent ones are left out. */
export function passagesQuery(
  tokens: WeighedTokens,
  shares: ReadonlyMap<number, number>,
  settings: EvidenceSettings,
  filters: readonly object[],
): object {
  if (tokens.meanings !== undefined) {
    const { text } = tokens.meanings;
    const should = [...meaningQueries(text, "tokens", 1), ...meaningQueries(text, "context", settings.contextShare)];
    return { bool: { should, minimum_should_match: 1, filter: filters } };
  }
  const should = tokens.text.filter(isUsed).flatMap(({ token }) => {
    const value = tokenText(token);
    const boost = shares.get(token) ?? 1;
    return [
      { term: { tokens: { value, boost } } },
      { term: { context: { value, boost: boost * settings.contextShare } } },
    ];
  });
  return { bool: { should, minimum_should_match: 1, filter: filters } };
}

/** Sections whose title, names or rows share tokens with a question. */
export function fieldsQuery(tokens: WeighedTokens, filters: readonly object[]): object {
  const should =
    tokens.meanings !== undefined
      ? meaningQueries(tokens.meanings.fields, "fields", 1)
      : tokens.fields.filter(isUsed).map(({ token, weight }) => ({
          constant_score: { boost: weight, filter: { term: { fields: tokenText(token) } } },
        }));
  return { bool: { should, minimum_should_match: 1, filter: filters } };
}

/** Each meaning counts once, by its surest saying. */
const meaningQueries = (meanings: readonly WeighedMeaning[], field: string, boost: number) =>
  meanings.map(({ weight, sayings }) => ({
    dis_max: {
      queries: sayings.map(({ share, tokens }) => ({
        constant_score: {
          boost: weight * share * boost,
          filter: { bool: { filter: tokens.map((token) => ({ term: { [field]: tokenText(token) } })) } },
        },
      })),
    },
  }));

const isUsed = (token: EvidenceToken) => token.used;
