import { plainText } from "../../service/search/core/plain-text.ts";
import type { DocumentQuery } from "../../service/search/port.ts";
import { randomFrom } from "../../service/search/testing/generate.ts";
import { documentQuery } from "../../service/search/testing/queries.ts";
import { readQuestions } from "../filings/questions.ts";
import { marketDocuments } from "./market.ts";

const issuersAsked = 4;

/**
 * In turn: a question as an analyst asks it, the same of an issuer that it names, and one in the words of a text of the
 * market. The same ones each time.
 */
export function questionsOf(count: number): DocumentQuery[] {
  const random = randomFrom(7);
  const pick = <T>(values: readonly T[]): T | undefined => values[Math.floor(random() * values.length)];
  const asked = readQuestions("ja").map(({ text }) => text);
  const documents = Array.from({ length: issuersAsked }, (_, issuer) => marketDocuments(issuer)).flat();
  const phrase = () => {
    const section = pick(pick(documents)?.sections ?? []);
    const sentences = plainText(section?.markdown ?? "").split(/[。\n]/u);
    const sentence = pick(sentences.filter((each) => each.length >= 14)) ?? "配当についての基本的な方針";
    const start = Math.floor(random() * (sentence.length - 13));
    return `${sentence.slice(start, start + 14)}のは何ですか`;
  };
  return Array.from({ length: count }, (_, at) => {
    const question = asked[at % asked.length] ?? phrase();
    const of = [question, `${pick(documents)?.issuerName ?? ""}の${question}`, phrase()][at % 3];
    return documentQuery(of ?? question, { matchType: "semantic", includeSnippet: true });
  });
}
