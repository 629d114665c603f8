import { randomUUID } from "node:crypto";
import { baseGlossary } from "../core/base-glossary.ts";
import { documentEntry, newsEntry } from "../core/entries.ts";
import { Glossary } from "../core/glossary.ts";
import { EngineClient } from "../opensearch/client.ts";
import { createEngineIndex, type EngineIndex } from "../opensearch/create-index.ts";
import { aliasOf, EngineIndexes, type Part } from "../opensearch/indexes.ts";
import { readSearchPlace, type SearchPlace } from "../opensearch/place.ts";
import type { Deliverable } from "../opensearch/search.ts";
import { type EntryChange, writeEntries } from "../opensearch/write-entries.ts";
import type { IndexedDocument, SearchWriter } from "../port.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";

export interface EngineAlone {
  readonly client: EngineClient;
  readonly place: SearchPlace;
  readonly indexes: EngineIndexes;
  readonly index: EngineIndex;
  drop(): Promise<void>;
}

/** Empty indexes of their own on an engine that runs. */
export async function openEngine(
  origin: string,
  options: { shards?: number; timeoutMs?: number; deliverable?: Deliverable } = {},
): Promise<EngineAlone> {
  const place = readSearchPlace(`${origin}/?prefix=test-${randomUUID()}&shards=${options.shards ?? 1}`);
  if (place === undefined) throw new Error(`${origin} is no address of an engine.`);
  const client = new EngineClient(place);
  const indexes = new EngineIndexes(client, place);
  await indexes.create(1);
  await indexes.swapTo(1);
  const { deliverable = async (ids) => new Set(ids) } = options;
  const glossary = new Glossary(baseGlossary());
  const index = createEngineIndex({
    client,
    place,
    timeoutMs: options.timeoutMs ?? 30_000,
    glossary: () => glossary,
    deliverable,
  });
  return {
    client,
    place,
    indexes,
    index,
    async drop() {
      await indexes.drop(1);
      await index.close();
    },
  };
}

/** Publications reach the engine when their transaction has ended, as a follower brings them. */
export async function openSearchUnderTest(origin: string, shards = 1): Promise<EngineUnderTest> {
  const { client, place, index, drop } = await openEngine(origin, { shards });
  const documents = new Map<string, IndexedDocument>();
  let pending: { readonly part: Part; readonly change: EntryChange }[] = [];
  let change = 0;
  const put = (part: Part, id: string, entry: EntryChange["entry"]) =>
    void pending.push({ part, change: { id, change: ++change, entry } });
  const writer: SearchWriter = {
    async putDocument(document) {
      documents.set(document.documentId, document);
      put("body", document.documentId, document.family === "ir_material" ? undefined : documentEntry(document));
    },
    removeDocument: async (documentId) => put("body", documentId, undefined),
    async setSuperseded(documentId, superseded) {
      const document = documents.get(documentId);
      if (document !== undefined) await writer.putDocument({ ...document, superseded });
    },
    putNews: async (news) => put("news", news.newsId, newsEntry(news)),
    removeNews: async (newsId) => put("news", newsId, undefined),
  };
  return {
    index: { ...index, writer },
    async transaction(work) {
      pending = [];
      const before = new Map(documents);
      try {
        await work();
      } catch (error) {
        documents.clear();
        for (const [id, document] of before) documents.set(id, document);
        throw error;
      }
      for (const part of ["body", "news"] as const) {
        const newest = new Map(
          pending.filter((each) => each.part === part).map((each) => [each.change.id, each.change]),
        );
        const changes = [...newest.values()];
        await writeEntries(client, aliasOf(place, part), changes, { isNew: false, isAlias: true });
      }
      index.forget();
    },
    close: drop,
  };
}
