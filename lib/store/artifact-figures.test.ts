import { expect, test } from "vitest";
import { artifactFiguresRows } from "./artifact-figures.ts";
import { artifactRows } from "./artifacts.ts";
import { type Store } from "./database.ts";
import { openTestStore } from "./testing/test-store.ts";

interface Bought {
  readonly id: string;
  readonly owner?: string;
  readonly document?: string;
  readonly original?: string;
  readonly media?: string;
  readonly epoch?: number;
  readonly unreadable?: string;
}

async function buy(store: Store, bought: Bought): Promise<void> {
  const { id, owner = "o1", document = "S1", original = "zip", media = "application/zip", epoch = 0 } = bought;
  const params = JSON.stringify({ document, original });
  await store
    .prepare(
      `insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state, credits_min,
         credits_max, created_at, opened_at) values (?, ?, 'u', 'original', ?, ?, 'k', ?, 'stored', 8, 8, 1, 1)`,
    )
    .run(id, owner, params, epoch, id);
  await store
    .prepare(
      `insert into artifacts (artifact_id, intent_id, owner_id, upstream, kind, params, epoch, document_id, original_id,
         sha256, byte_size, media_type, unreadable, stored_at)
       values (?, ?, ?, 'u', 'original', ?, ?, ?, ?, ?, 1, ?, ?, 1)`,
    )
    .run(id, id, owner, params, epoch, document, original, `hash-${id}`, media, bought.unreadable ?? null);
}

test("packages are an owner's own ZIPs of filings, the newest copy of each, and no other file", async () => {
  const store = openTestStore();
  await buy(store, { id: "first" });
  await buy(store, { id: "again", epoch: 1 });
  await buy(store, { id: "foreign-id", document: "S2", original: "xbrl" });
  await buy(store, { id: "pdf", document: "S3", original: "pdf", media: "application/pdf" });
  await buy(store, { id: "csv", document: "S3", original: "csv" });
  await buy(store, { id: "attached", document: "S3", original: "attachment-1" });
  await buy(store, { id: "broken", document: "S4", unreadable: "too_long" });
  await buy(store, { id: "other", owner: "o2", document: "S5" });
  const found = await artifactFiguresRows(store).ownedPackages("o1", "u", 10);
  expect(found.map(({ artifact_id }) => artifact_id).sort()).toEqual(["again", "foreign-id"]);
  await store.close();
});

test("what was read is kept with its artifact, replaced when it is read again, and goes with it", async () => {
  const store = openTestStore();
  await buy(store, { id: "a" });
  const rows = artifactFiguresRows(store);
  const row = {
    artifact_id: "a",
    sha256: "h",
    reader: 1,
    fact_count: 3,
    figures: Buffer.from("x"),
    refused: null,
    read_at: 5,
  };
  await rows.put(row);
  await rows.put({ ...row, reader: 2, figures: null, refused: "too_large" });
  expect(await rows.find("a")).toMatchObject({ reader: 2, figures: null, refused: "too_large" });
  await expect(rows.put({ ...row, artifact_id: "unknown" })).rejects.toThrow(/foreign key/i);
  await store.prepare("delete from artifacts").run();
  expect(await rows.find("a")).toBeUndefined();
  await store.close();
});

test("a table of contents that came later is kept where there was none, and never replaces one", async () => {
  const store = openTestStore();
  const artifacts = artifactRows(store);
  const card = {
    owner_id: "o1",
    upstream: "u",
    document_id: "S1",
    title: null,
    document_type: null,
    security_code: null,
  };
  await artifacts.putSnapshot({
    ...card,
    issuer_name: null,
    issuer_name_en: null,
    summary: "{}",
    toc: null,
    pages: null,
    originals: null,
    noted_at: 1,
  });
  await artifacts.noteToc("o1", "u", "S1", "first");
  await artifacts.noteToc("o1", "u", "S1", "second");
  expect((await artifacts.snapshot("o1", "u", "S1"))?.toc).toBe("first");
  await artifacts.noteToc("o2", "u", "S1", "other");
  expect(await artifacts.snapshot("o2", "u", "S1")).toBeUndefined();
  await store.close();
});
