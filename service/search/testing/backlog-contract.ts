import { describe, expect, test } from "vitest";
import type { Publisher } from "../../domain/publishing/index.ts";
import { makeNews, makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import type { DocumentQuery, FollowingIndex } from "../port.ts";
import { documentQuery, newsQuery } from "./queries.ts";

/** An index that follows a store; between `hold` and `release` it takes nothing new, where it can fall behind at all. */
export interface BacklogUnderTest {
  readonly publisher: Publisher;
  readonly index: FollowingIndex;
  hold(): void;
  /** Resolves once it has caught up. */
  release(): Promise<void>;
  close(): Promise<void>;
}

const never = new AbortController().signal;
const july = Date.parse("2026-07-01T00:00:00+09:00");

const filters: readonly Partial<DocumentQuery>[] = [
  {},
  { securityCodes: ["1301"] },
  { securityCodes: ["1301", "971A"], latestOnly: true },
  { documentTypes: ["extraordinary_report"] },
  { families: ["timely_disclosure"] },
  { families: ["edinet_filing"], securityCodes: ["971A"] },
  { sinceMs: july },
  { untilMs: july, latestOnly: true },
];

/** What is found and what is said not to be found yet are together what is published, within every filter. */
export function describeBacklog(
  name: string,
  open: () => Promise<BacklogUnderTest>,
  { fallsBehind }: { readonly fallsBehind: boolean },
) {
  describe(`${name}: what can't be found yet`, () => {
    const run = (title: string, work: (engine: BacklogUnderTest) => Promise<void>) =>
      test(title, async () => {
        const engine = await open();
        try {
          await work(engine);
        } finally {
          await engine.close();
        }
      });
    const publish = (
      { publisher }: BacklogUnderTest,
      id: string,
      changes: Parameters<typeof makePublication>[0] = {},
    ) =>
      publisher.publishDocument(
        makePublication({
          documentId: id,
          type: "extraordinary_report",
          sections: [makeSection("s-1", `${id}の配当の方針`)],
          ...changes,
        }),
      );
    const found = async ({ index }: BacklogUnderTest, filter: Partial<DocumentQuery>) => {
      const { hits } = await index.searchDocuments(documentQuery("配当", { topK: 50, ...filter }), never);
      return new Set(hits.map(({ documentId }) => documentId)).size;
    };
    const behind = async ({ index }: BacklogUnderTest, filter: Partial<DocumentQuery> = {}) =>
      (await index.documentsBehind(documentQuery("配当", filter))).publications;
    const counted = (engine: BacklogUnderTest) =>
      Promise.all(filters.map(async (filter) => (await found(engine, filter)) + (await behind(engine, filter))));

    run("is counted within the filter until it is found, and then no more", async (engine) => {
      await publish(engine, "A1");
      await publish(engine, "A2", { securityCode: "1301", timelineAtMs: july });
      await engine.release();
      expect([await found(engine, {}), await behind(engine)]).toEqual([2, 0]);
      engine.hold();
      await publish(engine, "B1", { securityCode: "1301" });
      await publish(engine, "B2", { family: "timely_disclosure", type: "other_timely_disclosure" });
      await publish(engine, "B3", { securityCode: "9999", timelineAtMs: july });
      // Nothing that a search could find.
      await publish(engine, "B4", { family: "ir_material", type: "other" });
      await publish(engine, "B5", { status: "pending_release", releaseAtMs: july });
      await publish(engine, "B6");
      await engine.publisher.withdrawDocument("B6");
      const published = [5, 2, 4, 4, 1, 1, 2, 3];
      expect(await counted(engine)).toEqual(published);
      if (fallsBehind) expect(await behind(engine)).toBe(3);
      await engine.release();
      expect(await Promise.all(filters.map((filter) => found(engine, filter)))).toEqual(published);
      expect(await Promise.all(filters.map((filter) => behind(engine, filter)))).toEqual(filters.map(() => 0));
    });

    run("is counted of news by its codes and its time", async (engine) => {
      await engine.release();
      engine.hold();
      const observedAtMs = july;
      await engine.publisher.publishNews(makeNews({ newsId: "N1", securityCodes: ["1301", "971A"], observedAtMs }));
      await engine.publisher.publishNews(makeNews({ newsId: "N2", securityCodes: [] }));
      const query = (more: object) => newsQuery("新棟", { topK: 50, ...more });
      const sums = () =>
        Promise.all(
          [{}, { securityCodes: ["1301", "971A"] }, { untilMs: july + 1 }, { sinceMs: july + 1 }].map(async (more) => {
            const { hits } = await engine.index.searchNews(query(more), never);
            return hits.length + (await engine.index.newsBehind(query(more))).publications;
          }),
        );
      expect(await sums()).toEqual([2, 1, 1, 1]);
      expect((await engine.index.newsBehind(query({}))).publications).toBe(fallsBehind ? 2 : 0);
      await engine.release();
      expect(await sums()).toEqual([2, 1, 1, 1]);
      expect(await engine.index.newsBehind(query({}))).toEqual({ publications: 0, forMs: 0 });
    });

    run("has been waiting since it was published", async (engine) => {
      await engine.release();
      engine.hold();
      await publish(engine, "A1");
      const { publications, forMs } = await engine.index.documentsBehind(documentQuery("配当"));
      expect(publications).toBe(fallsBehind ? 1 : 0);
      expect(forMs).toBeLessThan(60_000);
      await engine.release();
    });

    run("is what was changed, too", async (engine) => {
      await publish(engine, "A1");
      await engine.release();
      engine.hold();
      await publish(engine, "A1", { sections: [makeSection("s-1", "改訂された配当の方針")] });
      expect(await behind(engine)).toBe(fallsBehind ? 1 : 0);
      await engine.release();
      expect(await behind(engine)).toBe(0);
    });
  });
}
