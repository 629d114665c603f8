import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foldText } from "../../../lib/text/format/fold.ts";
import { plainText } from "../../../lib/text/format/plain-text.ts";
import { anyText } from "../../../lib/text/testing/any-text.ts";
import type { DocumentMatches, DocumentQuery, IndexedDocument, NewsMatches } from "../port.ts";
import { createBruteForceIndex } from "./brute-force.ts";
import type { ContractScale, EngineUnderTest } from "./engine-under-test.ts";
import { generateDocuments, generateNews, randomFrom } from "./generate.ts";
import { documentQuery, newsQuery } from "./queries.ts";

const never = new AbortController().signal;

/** The engine and the brute-force engine give the same answers over a generated corpus. */
export function describeGeneratedCorpus(
  name: string,
  open: () => EngineUnderTest | Promise<EngineUnderTest>,
  scale: ContractScale,
) {
  describe(`${name}: a generated corpus`, () => {
    let engine: EngineUnderTest;
    const oracle = createBruteForceIndex();
    const documents = [...generateDocuments({ seed: 7, sections: scale.sections, vocabularySize: 1_500 })];
    const news = [...generateNews(11, 300)];

    beforeAll(async () => {
      engine = await open();
      await engine.transaction(async () => {
        for (const document of documents) await engine.index.writer.putDocument(document);
        for (const statement of news) await engine.index.writer.putNews(statement);
      });
      // Replaced and removed documents must leave no trace, not even in counts.
      await engine.transaction(async () => {
        for (const document of documents.slice(0, 5)) await engine.index.writer.putDocument(document);
        for (const document of documents.slice(5, 10)) await engine.index.writer.removeDocument(document.documentId);
        for (const document of documents.slice(10, 20))
          await engine.index.writer.setSuperseded(document.documentId, true);
        await engine.index.writer.removeNews("N00003");
      });
      for (const document of documents) await oracle.writer.putDocument(document);
      for (const statement of news) await oracle.writer.putNews(statement);
      for (const document of documents.slice(5, 10)) await oracle.writer.removeDocument(document.documentId);
      for (const document of documents.slice(10, 20)) await oracle.writer.setSuperseded(document.documentId, true);
      await oracle.writer.removeNews("N00003");
    }, 120_000);
    afterAll(() => engine.close());

    test(`${scale.queries} keyword queries, all filters mixed, answer what reading everything answers`, async () => {
      const random = randomFrom(3);
      let answered = 0;
      for (let n = 0; n < scale.queries; n++) {
        const asked = randomQuery(random, documents);
        // What is cut off depends on the rank: sections are compared where all are answered.
        const query = scale.keywordScores === "ours" ? asked : { ...asked, topK: scale.sections };
        const [mine, right] = await Promise.all([
          engine.index.searchDocuments(query, never),
          oracle.searchDocuments(query, never),
        ]);
        if (scale.keywordScores === "ours") expect(mine.hits, JSON.stringify(query)).toEqual(right.hits);
        else expect(placesOf(mine), JSON.stringify(query)).toEqual(placesOf(right));
        answered += right.hits.length;
      }
      expect(answered).toBeGreaterThan(scale.queries);
    }, 600_000);

    test("news is found by keywords as reading everything finds it", async () => {
      const random = randomFrom(5);
      for (let n = 0; n < 60; n++) {
        const source = news[Math.floor(random() * news.length)];
        const text = foldText(source?.statement ?? "");
        const start = Math.floor(random() * (text.length - 6));
        const query = newsQuery(text.slice(start, start + 1 + Math.floor(random() * 5)), {
          securityCodes: random() < 0.3 ? ["1301", "1305"] : undefined,
          sinceMs: random() < 0.3 ? Date.UTC(2024, 3, 1) : undefined,
        });
        const asked = scale.keywordScores === "ours" ? query : { ...query, topK: news.length };
        const [mine, right] = await Promise.all([
          engine.index.searchNews(asked, never),
          oracle.searchNews(asked, never),
        ]);
        if (scale.keywordScores === "ours") expect(mine).toEqual(right);
        else expect(newsIdsOf(mine)).toEqual(newsIdsOf(right));
      }
    }, 120_000);

    test("a question's hits pass the filters, spread over documents first, and come best first", async () => {
      const random = randomFrom(9);
      for (let n = 0; n < 20; n++) {
        const query = {
          ...randomQuery(random, documents),
          matchType: "semantic" as const,
          query: sentenceOf(random, documents),
        };
        const { engine: answeredBy, hits } = await engine.index.searchDocuments(query, never);
        expect(answeredBy).toBe("evidence");
        const counts = new Map<string, number>();
        const spread = hits.filter((hit) => {
          counts.set(hit.documentId, (counts.get(hit.documentId) ?? 0) + 1);
          return (counts.get(hit.documentId) ?? 0) <= 3;
        });
        // Further hits of a document come after at most three of each.
        expect(hits.slice(0, spread.length)).toEqual(spread);
        for (const [i, hit] of hits.entries()) {
          const document = documents.find((each) => each.documentId === hit.documentId);
          expect(query.securityCodes?.includes(document?.securityCode ?? "") ?? true).toBe(true);
          expect(document?.timelineAtMs ?? 0).toBeGreaterThanOrEqual(query.sinceMs ?? 0);
          if (i !== spread.length) expect(hit.score).toBeLessThanOrEqual(hits[i - 1]?.score ?? Infinity);
        }
      }
    }, 120_000);

    test("snippets are original text, and their highlights fold to what was asked", async () => {
      for (const term of ["売上", "1,234", "サーバ", "株式会社", "2025年", "roe"]) {
        const { hits } = await engine.index.searchDocuments(documentQuery(term, { includeSnippet: true }), never);
        for (const hit of hits) {
          const section = documents
            .find((each) => each.documentId === hit.documentId)
            ?.sections.find((each) => each.sectionId === hit.sectionId);
          const { text, highlights } = hit.snippet ?? { text: "", highlights: [] };
          expect(plainText(section?.markdown ?? "")).toContain(text);
          expect(highlights.length).toBeGreaterThan(0);
          const characters = Array.from(text);
          for (const [start, end] of highlights) {
            // A figure found inside a longer one begins in the middle of a group: its commas stay.
            const shown = foldText(characters.slice(start, end).join("")).replaceAll(",", "");
            expect(shown).toContain(foldText(term));
          }
        }
      }
    });

    test("nothing that a caller may send breaks a search", async () => {
      const awkward = [
        " ",
        "　",
        '"',
        '"""',
        '"売上',
        "AND",
        "OR NOT (",
        "*",
        "-売上",
        "売上*",
        "(((",
        "NEAR/3",
        "^",
        "あ",
        "a",
        "1",
        "。",
        "△",
        "%",
        "\uD800",
        "売\uDC00上",
        "\u0000",
        "𩸽",
        "👨‍👩‍👧",
        "%_",
        "';--",
        "売上".repeat(500),
        "あいう ".repeat(250),
      ];
      for (const query of awkward) {
        for (const matchType of ["lexical", "semantic"] as const) {
          const codes = Array.from({ length: 50 }, (_, i) => String(1300 + i));
          const answer = await engine.index.searchDocuments(
            documentQuery(query, { matchType, securityCodes: codes, includeSnippet: true, topK: 50 }),
            never,
          );
          expect(Array.isArray(answer.hits)).toBe(true);
          await engine.index.searchNews(newsQuery(query, { matchType }), never);
        }
      }
      await fc.assert(
        fc.asyncProperty(anyText({ maxLength: 40 }), async (query) => {
          await engine.index.searchDocuments(documentQuery(query, { includeSnippet: true }), never);
        }),
        { numRuns: 100 },
      );
    }, 120_000);

    test("a signal that has fired rejects with an AbortError", async () => {
      const fired = AbortSignal.abort();
      await expect(engine.index.searchDocuments(documentQuery("売上"), fired)).rejects.toMatchObject({
        name: "AbortError",
      });
      await expect(engine.index.searchNews(newsQuery("売上"), fired)).rejects.toMatchObject({ name: "AbortError" });
    });
  });
}

/** Every section of the answer, also those told beside another that says the same. */
const placesOf = ({ hits }: DocumentMatches) =>
  hits
    .flatMap((hit) => [hit, ...hit.alsoIn])
    .map(({ documentId, sectionId }) => `${documentId} ${sectionId}`)
    .sort();

const newsIdsOf = ({ hits }: NewsMatches) => hits.map(({ newsId }) => newsId).sort();

function sentenceOf(random: () => number, documents: readonly IndexedDocument[]): string {
  const text = plainText(sectionOf(random, documents)?.markdown ?? "");
  const start = Math.floor(random() * Math.max(1, text.length - 30));
  return `${text.slice(start, start + 25)}とは何か`;
}

function sectionOf(random: () => number, documents: readonly IndexedDocument[]) {
  const document = documents[Math.floor(random() * documents.length)];
  return document?.sections[Math.floor(random() * document.sections.length)];
}

/** One to three pieces of a section, of one character to fifteen, some quoted, some that occur nowhere. */
function randomQuery(random: () => number, documents: readonly IndexedDocument[]): DocumentQuery {
  const text = plainText(sectionOf(random, documents)?.markdown ?? "").replace(/["“”]/gu, "");
  const pieces = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
    const length = [1, 2, 2, 2, 3, 4, 4, 8, 15][Math.floor(random() * 9)] ?? 2;
    const start = Math.floor(random() * Math.max(1, text.length - length));
    const piece = Array.from(text.slice(start, start + length))
      .join("")
      .toWellFormed();
    return random() < 0.3 ? `"${piece}"` : piece;
  });
  if (random() < 0.05) pieces.push("存在しない語句");
  const base = documentQuery(pieces.join(" "), { topK: random() < 0.2 ? 3 : 10 });
  const codes = Array.from({ length: 1 + Math.floor(random() * 6) }, () => String(1300 + Math.floor(random() * 12)));
  return {
    ...base,
    securityCodes: random() < 0.2 ? codes : undefined,
    documentTypes: random() < 0.15 ? ["earnings_summary", "quarterly_report", "nobody_uses_this"] : undefined,
    families: random() < 0.15 ? ["timely_disclosure"] : undefined,
    sinceMs: random() < 0.2 ? Date.UTC(2021, 5, 1) : undefined,
    untilMs: random() < 0.2 ? Date.UTC(2023, 5, 1) : undefined,
    latestOnly: random() < 0.5,
  };
}
