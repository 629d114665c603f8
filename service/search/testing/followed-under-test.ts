import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openPostgres } from "../../storage/postgres/open-postgres.ts";
import { EngineClient } from "../opensearch/client.ts";
import { EngineIndexes } from "../opensearch/indexes.ts";
import { openEngine } from "../opensearch/open-engine.ts";
import { readSearchPlace } from "../opensearch/place.ts";
import type { IndexedDocument, IndexedNews, SearchWriter } from "../port.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";

/**
 * Changes and what documents teach are written to a database in its publishing transactions, and followed to an engine
 * as a service does it; only what a change means is kept here, where a service reads its catalog.
 */
export async function followedUnderTest(databaseUrl: string, origin: string): Promise<EngineUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), "hiraku-followed-"));
  const store = await openPostgres({ url: databaseUrl, dataFolder: folder });
  const { writer: catalog, searchWriter } = store.library();
  const outside = store.outsideSearch();
  const place = readSearchPlace(`${origin}/?prefix=test-${randomUUID()}`);
  if (place === undefined) throw new Error(`${origin} is no address of an engine.`);
  const published = { documents: new Map<string, IndexedDocument>(), news: new Map<string, IndexedNews>() };
  const failures: unknown[] = [];
  const engine = openEngine({
    ...outside,
    place,
    source: {
      ...outside.source,
      document: async (id) => published.documents.get(id),
      news: async (id) => published.news.get(id),
    },
    deliverable: async (ids) => new Set(ids),
    timeoutMs: 30_000,
    onFailure: (error) => failures.push(error),
  });
  const writer: SearchWriter = {
    async putDocument(document) {
      await searchWriter.putDocument(document);
      if (document.family === "ir_material") published.documents.delete(document.documentId);
      else published.documents.set(document.documentId, document);
    },
    async removeDocument(documentId) {
      await searchWriter.removeDocument(documentId);
      published.documents.delete(documentId);
    },
    async setSuperseded(documentId, superseded) {
      await searchWriter.setSuperseded(documentId, superseded);
      const known = published.documents.get(documentId);
      if (known !== undefined) published.documents.set(documentId, { ...known, superseded });
    },
    async putNews(news) {
      await searchWriter.putNews(news);
      published.news.set(news.newsId, news);
    },
    async removeNews(newsId) {
      await searchWriter.removeNews(newsId);
      published.news.delete(newsId);
    },
  };
  const followed = async () => {
    while ((await engine.check()) !== "ok" || (await engine.state()).behind > 0) {
      if (failures.length > 0) throw failures[0];
      await pause(5);
    }
    await outside.prepare();
    engine.forget();
  };
  await followed();
  return {
    index: { ...engine, writer },
    async transaction(work) {
      const before = { documents: new Map(published.documents), news: new Map(published.news) };
      try {
        await catalog.transaction(work);
      } catch (error) {
        Object.assign(published, before);
        throw error;
      }
      await followed();
    },
    async close() {
      await engine.close();
      const client = new EngineClient(place);
      await new EngineIndexes(client, place).drop(1);
      client.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
