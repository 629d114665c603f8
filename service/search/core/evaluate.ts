import type { MatchType } from "../../../lib/contract/vocabulary.ts";
import type { DocumentQuery, IndexedDocument, SearchIndex } from "../port.ts";

export type EvaluationLine =
  | { readonly passage: string; readonly title: string | null; readonly text: string }
  | { readonly question: string; readonly text: string; readonly answers: readonly string[] };

export interface Evaluation {
  readonly r1: number;
  readonly r5: number;
  readonly r10: number;
  readonly mrr10: number;
  readonly questions: number;
  readonly passages: number;
  readonly seconds: number;
}

/** Undefined for a blank line; throws for one that is neither passage nor question. */
export function readEvaluationLine(line: string): EvaluationLine | undefined {
  if (line.trim() === "") return undefined;
  const value: unknown = JSON.parse(line);
  if (typeof value === "object" && value !== null && "text" in value && typeof value.text === "string") {
    if ("passage" in value && typeof value.passage === "string") {
      const title = "title" in value && typeof value.title === "string" ? value.title : null;
      return { passage: value.passage, title, text: value.text };
    }
    if (
      "question" in value &&
      typeof value.question === "string" &&
      "answers" in value &&
      Array.isArray(value.answers)
    ) {
      return { question: value.question, text: value.text, answers: value.answers.map(String) };
    }
  }
  throw new Error("neither a passage nor a question");
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

/** Asks every question and returns the ranks of the first right passage, in percent. */
export async function evaluate(
  index: SearchIndex,
  questions: readonly { readonly text: string; readonly answers: readonly string[] }[],
  matchType: MatchType,
  onProgress: (done: number) => void = () => {},
): Promise<Pick<Evaluation, "r1" | "r5" | "r10" | "mrr10">> {
  const ranks: number[] = [];
  for (const [done, question] of questions.entries()) {
    const { hits } = await index.searchDocuments(
      evaluationQuery(question.text, matchType),
      AbortSignal.timeout(60_000),
    );
    const answers = new Set(question.answers);
    ranks.push(hits.findIndex((hit) => answers.has(hit.documentId)) + 1);
    onProgress(done + 1);
  }
  const share = (within: number) => percent(ranks.filter((rank) => rank > 0 && rank <= within).length / ranks.length);
  const reciprocal = ranks.reduce((sum, rank) => sum + (rank > 0 && rank <= 10 ? 1 / rank : 0), 0) / ranks.length;
  return { r1: share(1), r5: share(5), r10: share(10), mrr10: percent(reciprocal) };
}

const percent = (share: number) => Math.round(share * 10_000) / 100;

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
