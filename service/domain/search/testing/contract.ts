import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { foldText } from "../../../../lib/format/fold.ts";
import { plainText } from "../plain-text.ts";
import type { DocumentMatches, DocumentQuery, IndexedDocument, NewsQuery, SearchIndex } from "../port.ts";
import { createBruteForceIndex } from "./brute-force.ts";
import { generateDocuments, generateNews, randomFrom } from "./generate.ts";

/** An engine under test. Writes happen inside `transaction`; what throws inside leaves nothing behind. */
export interface EngineUnderTest {
  readonly index: SearchIndex;
  transaction(work: () => void): void;
  close(): Promise<void>;
}

const never = new AbortController().signal;

export function documentQuery(query: string, more: Partial<DocumentQuery> = {}): DocumentQuery {
  return {
    query,
    matchType: "lexical",
    topK: 10,
    includeSnippet: false,
    securityCodes: undefined,
    documentTypes: undefined,
    families: undefined,
    sinceMs: undefined,
    untilMs: undefined,
    latestOnly: false,
    ...more,
  };
}

export function newsQuery(query: string, more: Partial<NewsQuery> = {}): NewsQuery {
  return {
    query,
    matchType: "lexical",
    topK: 10,
    securityCodes: undefined,
    sinceMs: undefined,
    untilMs: undefined,
    ...more,
  };
}

export function documentOf(
  documentId: string,
  texts: readonly string[],
  more: Partial<IndexedDocument> = {},
): IndexedDocument {
  return {
    documentId,
    family: "edinet_filing",
    type: "annual_securities_report",
    securityCode: "1301",
    issuerName: "見本水産株式会社",
    title: "有価証券報告書",
    timelineAtMs: 0,
    superseded: false,
    issuerNames: ["見本水産株式会社", "Mihon Suisan Co., Ltd."],
    periodEnd: null,
    amendsDocumentId: null,
    sections: texts.map((markdown, i) => ({ sectionId: `s${i + 1}`, title: "", path: [], markdown })),
    ...more,
  };
}

const found = (matches: DocumentMatches) => matches.hits.map((hit) => `${hit.documentId} ${hit.sectionId}`);

/** What every engine behind the port must do. The oracle reads everything and has no index. */
export function describeSearchIndex(
  name: string,
  open: () => EngineUnderTest,
  scale: { sections: number; queries: number },
) {
  describe(`${name}: a generated corpus`, () => {
    let engine: EngineUnderTest;
    const oracle = createBruteForceIndex();
    const documents = [...generateDocuments({ seed: 7, sections: scale.sections, vocabularySize: 1_500 })];
    const news = [...generateNews(11, 300)];

    beforeAll(() => {
      engine = open();
      engine.transaction(() => {
        for (const document of documents) engine.index.writer.putDocument(document);
        for (const statement of news) engine.index.writer.putNews(statement);
      });
      // What is replaced and removed must leave no trace, in counts neither.
      engine.transaction(() => {
        for (const document of documents.slice(0, 5)) engine.index.writer.putDocument(document);
        for (const document of documents.slice(5, 10)) engine.index.writer.removeDocument(document.documentId);
        for (const document of documents.slice(10, 20)) engine.index.writer.setSuperseded(document.documentId, true);
        engine.index.writer.removeNews("N00003");
      });
      for (const document of documents) oracle.writer.putDocument(document);
      for (const statement of news) oracle.writer.putNews(statement);
      for (const document of documents.slice(5, 10)) oracle.writer.removeDocument(document.documentId);
      for (const document of documents.slice(10, 20)) oracle.writer.setSuperseded(document.documentId, true);
      oracle.writer.removeNews("N00003");
    }, 120_000);
    afterAll(() => engine.close());

    test(`${scale.queries} keyword queries, all filters mixed, answer what reading everything answers`, async () => {
      const random = randomFrom(3);
      let answered = 0;
      for (let n = 0; n < scale.queries; n++) {
        const query = randomQuery(random, documents);
        const [mine, right] = await Promise.all([
          engine.index.searchDocuments(query, never),
          oracle.searchDocuments(query, never),
        ]);
        expect(mine.hits, JSON.stringify(query)).toEqual(right.hits);
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
        expect(await engine.index.searchNews(query, never)).toEqual(await oracle.searchNews(query, never));
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
        // What fills up comes after everything that is spread.
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
        fc.asyncProperty(fc.string({ unit: "binary", maxLength: 40 }), async (query) => {
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

  describe(`${name}: rules`, () => {
    let engine: EngineUnderTest;
    const put = (...documents: IndexedDocument[]) =>
      engine.transaction(() => {
        for (const document of documents) engine.index.writer.putDocument(document);
      });
    const ask = async (query: string, more: Partial<DocumentQuery> = {}) =>
      found(await engine.index.searchDocuments(documentQuery(query, more), never));
    const fresh = (title: string, run: () => Promise<void>) =>
      test(title, async () => {
        engine = open();
        try {
          await run();
        } finally {
          await engine.close();
        }
      });

    fresh("what was written differently is found all the same", async () => {
      put(documentOf("A", ["㈱髙島屋のウィルス対策サーバーは令和7年3月期に△1,234百万円でした。", "無関係"]));
      for (const query of [
        "株式会社高島屋",
        "ウイルス",
        "サーバ",
        "2025年3月期",
        "▲1234",
        "ｻｰﾊﾞｰ",
        "髙島屋 １，２３４",
      ]) {
        expect(await ask(query), query).toEqual(["A s1"]);
      }
    });

    fresh("a phrase in quotes keeps its spaces, and other spaces part terms", async () => {
      put(documentOf("A", ["net sales rose"]), documentOf("B", ["sales of the net"]));
      expect((await ask("net sales")).sort()).toEqual(["A s1", "B s1"]);
      expect(await ask('"net sales"')).toEqual(["A s1"]);
      expect(await ask("“net sales”")).toEqual(["A s1"]);
    });

    fresh("terms may stand in different passages of a section, and a phrase across two", async () => {
      const filler = "この段落は長さのためにあります。".repeat(60);
      const unbroken = "長".repeat(799);
      put(documentOf("A", [`配当性向の方針。${filler}為替感応度の説明。`, `${unbroken}期継続雇用${unbroken}`]));
      expect(await ask("配当性向 為替感応度")).toEqual(["A s1"]);
      expect(await ask("長期継続雇用長")).toEqual(["A s2"]);
      expect(await ask("配当性向 存在しない語")).toEqual([]);
    });

    fresh("issuer and headings above narrow a search; alone they find nothing", async () => {
      const at = (path: string[], markdown: string, sectionId: string) => ({ sectionId, title: "", path, markdown });
      put(
        documentOf("A", [], {
          sections: [at(["事業等のリスク", "為替"], "円高が響く。", "s1"), at(["沿革"], "円高の頃。", "s2")],
        }),
      );
      expect(await ask("リスク 円高")).toEqual(["A s1"]);
      expect((await ask("見本水産 円高")).sort()).toEqual(["A s1", "A s2"]);
      expect(await ask("見本水産")).toEqual([]);
      expect(await ask("見本水産 リスク")).toEqual([]);
    });

    fresh("latest_only leaves out what is superseded, before the best are counted", async () => {
      put(
        ...Array.from({ length: 30 }, (_, i) =>
          documentOf(`OLD${i}`, ["配当配当配当配当"], { superseded: true, timelineAtMs: i }),
        ),
        documentOf("NEW", ["長い文の中に配当が一度だけ出てくる節です。"]),
      );
      expect(await ask("配当", { latestOnly: true, topK: 1 })).toEqual(["NEW s1"]);
      expect(await ask("配当", { latestOnly: false, untilMs: 1 })).toEqual(["OLD0 s1", "NEW s1"]);
      engine.transaction(() => engine.index.writer.setSuperseded("OLD7", false));
      expect(await ask("配当", { latestOnly: true })).toEqual(["OLD7 s1", "NEW s1"]);
    });

    fresh("equal scores stand by date, then by id", async () => {
      put(
        documentOf("B", ["同じ文"], { timelineAtMs: 5 }),
        documentOf("C", ["同じ文"], { timelineAtMs: 5 }),
        documentOf("A", ["同じ文"], { timelineAtMs: 9 }),
      );
      expect(await ask("同じ文")).toEqual(["A s1", "C s1", "B s1"]);
      expect(await ask("同じ文は?", { matchType: "semantic" })).toEqual(["A s1", "C s1", "B s1"]);
    });

    fresh("a document gives three hits while others wait, and the rest where none does", async () => {
      put(
        documentOf(
          "A",
          Array.from({ length: 9 }, () => "同じ文"),
        ),
        documentOf("B", ["別の長い文の中にある同じ文です"]),
      );
      const filled = ["A s1", "A s2", "A s3", "B s1", "A s4", "A s5", "A s6", "A s7", "A s8", "A s9"];
      expect(await ask("同じ文")).toEqual(filled);
      expect(await ask("同じ文", { topK: 4 })).toEqual(["A s1", "A s2", "A s3", "B s1"]);
      expect(await ask("同じ文は?", { matchType: "semantic" })).toHaveLength(10);
    });

    fresh("a transaction that fails leaves nothing to find, and a replaced document only its new text", async () => {
      put(documentOf("A", ["初版の本文"]));
      expect(() =>
        engine.transaction(() => {
          engine.index.writer.putDocument(documentOf("A", ["改訂の本文"]));
          engine.index.writer.putDocument(documentOf("B", ["初版の別物"]));
          throw new Error("the publication failed");
        }),
      ).toThrow("the publication failed");
      expect(await ask("初版")).toEqual(["A s1"]);
      put(documentOf("A", ["改訂の本文"]));
      expect(await ask("初版")).toEqual([]);
      expect(await ask("改訂")).toEqual(["A s1"]);
      engine.transaction(() => engine.index.writer.removeDocument("A"));
      expect(await ask("改訂")).toEqual([]);
    });

    fresh("IR material is in no search", async () => {
      put(documentOf("A", ["決算説明"], { family: "ir_material" }));
      expect(await ask("決算")).toEqual([]);
    });

    fresh(
      "a question finds the passage that has its words in one sentence, before one that scatters more of them",
      async () => {
        put(
          documentOf("A", ["アルファの話です。ブラボーの話です。チャーリーの話です。アルファの話です。"], {
            timelineAtMs: 9,
          }),
          documentOf("B", ["アルファ、ブラボー、チャーリーの話です。ほかの話です。別の話です。次の話です。"]),
        );
        expect(await ask("アルファ、ブラボー、チャーリー", { matchType: "semantic" })).toEqual(["B s1", "A s1"]);
      },
    );

    fresh("a question is answered with the sentence that answers it", async () => {
      put(
        documentOf("A", ["当社の事業は漁業です。配当は年二回、取締役会の決議により行います。本社は東京にあります。"]),
        documentOf("B", ["本社の事業です。漁業のほかに加工を営みます。"]),
      );
      const { hits } = await engine.index.searchDocuments(
        documentQuery("配当を決めるのはどこですか", { matchType: "semantic", includeSnippet: true }),
        never,
      );
      expect(hits[0]?.documentId).toBe("A");
      expect(hits[0]?.snippet?.text).toContain("取締役会の決議");
    });
  });
}

function sentenceOf(random: () => number, documents: readonly IndexedDocument[]): string {
  const text = plainText(sectionOf(random, documents)?.markdown ?? "");
  const start = Math.floor(random() * Math.max(1, text.length - 30));
  return `${text.slice(start, start + 25)}とは何か`;
}

function sectionOf(random: () => number, documents: readonly IndexedDocument[]) {
  const document = documents[Math.floor(random() * documents.length)];
  return document?.sections[Math.floor(random() * document.sections.length)];
}

/** One to three pieces of a section, of one character to fifteen, some quoted, some that stand nowhere. */
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
