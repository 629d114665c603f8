import { describe, expect, test } from "vitest";
import type { DocumentMatches, DocumentQuery, IndexedDocument } from "../port.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";
import { documentOf, documentQuery } from "./queries.ts";

const never = new AbortController().signal;

const found = (matches: DocumentMatches) => matches.hits.map((hit) => `${hit.documentId} ${hit.sectionId}`);

/** Each rule of the search, on the smallest corpus that shows it. */
export function describeRules(name: string, open: () => EngineUnderTest | Promise<EngineUnderTest>) {
  describe(`${name}: rules`, () => {
    let engine: EngineUnderTest;
    const put = (...documents: IndexedDocument[]) =>
      engine.transaction(async () => {
        for (const document of documents) await engine.index.writer.putDocument(document);
      });
    const ask = async (query: string, more: Partial<DocumentQuery> = {}) =>
      found(await engine.index.searchDocuments(documentQuery(query, more), never));
    const fresh = (title: string, run: () => Promise<void>) =>
      test(title, async () => {
        engine = await open();
        try {
          await run();
        } finally {
          await engine.close();
        }
      });

    fresh("what was written differently is found all the same", async () => {
      await put(documentOf("A", ["㈱髙島屋のウィルス対策サーバーは令和7年3月期に△1,234百万円でした。", "無関係"]));
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
      await put(documentOf("A", ["net sales rose"]), documentOf("B", ["sales of the net"]));
      expect((await ask("net sales")).sort()).toEqual(["A s1", "B s1"]);
      expect(await ask('"net sales"')).toEqual(["A s1"]);
      expect(await ask("“net sales”")).toEqual(["A s1"]);
    });

    fresh("terms may stand in different passages of a section, and a phrase across two", async () => {
      const filler = "この段落は長さのためにあります。".repeat(60);
      const unbroken = "長".repeat(799);
      await put(documentOf("A", [`配当性向の方針。${filler}為替感応度の説明。`, `${unbroken}期継続雇用${unbroken}`]));
      expect(await ask("配当性向 為替感応度")).toEqual(["A s1"]);
      expect(await ask("長期継続雇用長")).toEqual(["A s2"]);
      expect(await ask("長期継続雇用長 見本水産")).toEqual(["A s2"]);
      expect(await ask("配当性向 存在しない語")).toEqual([]);
    });

    fresh("a section's last words don't run on into its field lines, which begin with an N", async () => {
      // The end of a section that is cut in the middle of a word is shorter than what is looked for.
      const markdown = `わN ${"長".repeat(797)}終わ`;
      const names = [{ name: "jppfs_cor:Income", label: "" }];
      await put(documentOf("A", [], { sections: [{ sectionId: "s1", title: "", path: [], markdown, names }] }));
      expect(await ask("長終わ")).toEqual(["A s1"]);
      expect(await ask("長終わN")).toEqual([]);
    });

    fresh("issuer and headings above narrow a search; alone they find nothing", async () => {
      const at = (path: string[], markdown: string, sectionId: string) => ({ sectionId, title: "", path, markdown });
      await put(
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
      await put(
        ...Array.from({ length: 30 }, (_, i) =>
          documentOf(`OLD${i}`, ["配当配当配当配当"], { superseded: true, timelineAtMs: i }),
        ),
        documentOf("NEW", ["長い文の中に配当が一度だけ出てくる節です。"]),
      );
      expect(await ask("配当", { latestOnly: true, topK: 1 })).toEqual(["NEW s1"]);
      expect(await ask("配当", { latestOnly: false, untilMs: 1 })).toEqual(["OLD0 s1", "NEW s1"]);
      await engine.transaction(() => engine.index.writer.setSuperseded("OLD7", false));
      expect(await ask("配当", { latestOnly: true })).toEqual(["OLD7 s1", "NEW s1"]);
    });

    fresh("equal scores stand by date, then by id", async () => {
      await put(
        documentOf("B", ["同じ文"], { timelineAtMs: 5 }),
        documentOf("C", ["同じ文"], { timelineAtMs: 5 }),
        documentOf("A", ["同じ文"], { timelineAtMs: 9 }),
      );
      expect(await ask("同じ文")).toEqual(["A s1", "C s1", "B s1"]);
      expect(await ask("同じ文は?", { matchType: "semantic" })).toEqual(["A s1", "C s1", "B s1"]);
    });

    fresh("a document gives three hits while others wait, and the rest where none does", async () => {
      await put(
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
      await put(documentOf("A", ["初版の本文"]));
      await expect(
        engine.transaction(async () => {
          await engine.index.writer.putDocument(documentOf("A", ["改訂の本文"]));
          await engine.index.writer.putDocument(documentOf("B", ["初版の別物"]));
          throw new Error("the publication failed");
        }),
      ).rejects.toThrow("the publication failed");
      expect(await ask("初版")).toEqual(["A s1"]);
      await put(documentOf("A", ["改訂の本文"]));
      expect(await ask("初版")).toEqual([]);
      expect(await ask("改訂")).toEqual(["A s1"]);
      await engine.transaction(() => engine.index.writer.removeDocument("A"));
      expect(await ask("改訂")).toEqual([]);
    });

    fresh("IR material is in no search", async () => {
      await put(documentOf("A", ["決算説明"], { family: "ir_material" }));
      expect(await ask("決算")).toEqual([]);
    });

    fresh(
      "a question finds the passage that has its words in one sentence, before one that scatters more of them",
      async () => {
        await put(
          documentOf("A", ["アルファの話です。ブラボーの話です。チャーリーの話です。アルファの話です。"], {
            timelineAtMs: 9,
          }),
          documentOf("B", ["アルファ、ブラボー、チャーリーの話です。ほかの話です。別の話です。次の話です。"]),
        );
        expect(await ask("アルファ、ブラボー、チャーリー", { matchType: "semantic" })).toEqual(["B s1", "A s1"]);
      },
    );

    fresh("a question is answered with the sentence that answers it", async () => {
      await put(
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
