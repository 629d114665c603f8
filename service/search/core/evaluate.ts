import type { MatchType } from "../../../lib/contract/vocabulary.ts";
import type { DocumentQuery, IndexedDocument, SearchIndex } from "../port.ts";

/** What is measured of the ranks of the right passages, in percent. */
const measures = ["r1", "r5", "r10", "mrr10", "ndcg10"] as const;
type Measures<T> = Readonly<Record<(typeof measures)[number], T>>;

export interface Evaluation extends Measures<number> {
  /** Between these it would be in 95 of 100 draws of as many questions. */
  readonly intervals: Measures<readonly [from: number, to: number]>;
}

/** A passage of the file as the product would have published it: a document of one section. */
export function evaluationDocument(line: { passage: string; title: string | null; text: string }): IndexedDocument {
  return {
    documentId: line.passage,
    family: "edinet_filing",
    type: "other",
    securityCode: null,
    issuerName: null,
    title: "",
    timelineAtMs: 0,
    superseded: false,
    issuerNames: [],
    periodEnd: null,
    amendsDocumentId: null,
    sections: [
      {
        sectionId: line.passage,
        title: line.title ?? "",
        path: line.title === null ? [] : [line.title],
        markdown: line.text.replace(/[!-/:-@[-`{-~]/g, "\\$&"),
      },
    ],
  };
}

/** Asks every question for ten passages. */
export async function evaluate(
  index: SearchIndex,
  questions: readonly { readonly text: string; readonly answers: readonly string[] }[],
  matchType: MatchType,
  onProgress: (done: number) => void = () => {},
): Promise<Evaluation> {
  const found: Found[] = [];
  for (const [done, question] of questions.entries()) {
    const { hits } = await index.searchDocuments(
      evaluationQuery(question.text, matchType),
      AbortSignal.timeout(60_000),
    );
    const answers = new Set(question.answers);
    const ranks = hits.flatMap(({ documentId }, at) => (answers.has(documentId) ? [at + 1] : []));
    found.push({ ranks, answers: answers.size });
    onProgress(done + 1);
  }
  return measured(found);
}

export interface Found {
  /** Of the right passages among the first ten. */
  readonly ranks: readonly number[];
  /** How many passages are right. */
  readonly answers: number;
}

export function measured(found: readonly Found[]): Evaluation {
  const within = (most: number) => mean(({ ranks }) => (ranks.some((rank) => rank <= most) ? 1 : 0));
  const mean = (of: (each: Found) => number) => found.reduce((sum, each) => sum + of(each), 0) / found.length;
  const gain = (ranks: readonly number[]) => ranks.reduce((sum, rank) => sum + 1 / Math.log2(rank + 1), 0);
  const best = (answers: number) => gain(Array.from({ length: Math.min(answers, 10) }, (_, at) => at + 1));
  const means = {
    ...{ r1: within(1), r5: within(5), r10: within(10) },
    mrr10: mean(({ ranks: [first] }) => (first === undefined ? 0 : 1 / first)),
    ndcg10: mean(({ ranks, answers }) => gain(ranks) / best(answers)),
  };
  const each = <T>(of: (share: number) => T) =>
    Object.fromEntries(measures.map((name) => [name, of(means[name])])) as Measures<T>;
  return { ...each(percent), intervals: each((share) => wilson(share, found.length)) };
}

const percent = (share: number) => Math.round(share * 10_000) / 100;

/** Wilson's interval for shares; for the other means of values up to 1 it is a little too wide. */
function wilson(share: number, count: number): [number, number] {
  const z = 1.96;
  const middle = share + z ** 2 / (2 * count);
  const reach = z * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2));
  const whole = 1 + z ** 2 / count;
  return [percent((middle - reach) / whole), percent((middle + reach) / whole)];
}

/** The measures of one evaluation, each with its interval. */
export function printed(evaluation: Evaluation): string {
  const names = { r1: "R@1", r5: "R@5", r10: "R@10", mrr10: "MRR@10", ndcg10: "nDCG@10" };
  return measures
    .map((name) => `${names[name]} ${evaluation[name]} [${evaluation.intervals[name].join(", ")}]`)
    .join("  ");
}

function evaluationQuery(query: string, matchType: MatchType): DocumentQuery {
  return {
    query,
    matchType,
    topK: 10,
    includeSnippet: false,
    securityCodes: undefined,
    documentTypes: undefined,
    families: undefined,
    sinceMs: undefined,
    untilMs: undefined,
    latestOnly: true,
  };
}
