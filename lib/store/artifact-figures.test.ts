import { expect, test } from "vitest";
import { artifactFiguresRows } from "./artifact-figures.ts";
import { artifactRows } from "./artifacts.ts";
import { openMemoryStore, type Store } from "./database.ts";

interface Bought {
  readonly id: string;
  readonly owner?: string;
  readonly document?: string;
  readonly original?: string;
  readonly media?: string;
  readonly epoch?: number;
  readonly unreadable?: string;
}

function buy(store: Store, bought: Bought): void {
  const { id, owner = "o1", document = "S1", original = "zip", media = "application/zip", epoch = 0 } = bought;
  const params = JSON.stringify({ document, original });
  store
    .prepare(
      `insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, state, credits_min,
         credits_max, created_at, opened_at) values (?, ?, 'u', 'original', ?, ?, 'k', ?, 'stored', 8, 8, 1, 1)`,
    )
    .run(id, owner, params, epoch, id);
  store
    .prepare(
      `insert into artifacts (artifact_id, intent_id, owner_id, upstream, kind, params, epoch, document_id, original_id,
         sha256, byte_size, media_type, unreadable, stored_at)
       values (?, ?, ?, 'u', 'original', ?, ?, ?, ?, ?, 1, ?, ?, 1)`,
    )
    .run(id, id, owner, params, epoch, document, original, `hash-${id}`, media, bought.unreadable ?? null);
}

test("packages are an owner's own ZIPs of filings, the newest copy of each, and no other file", () => {
  const store = openMemoryStore();
  buy(store, { id: "first" });
  buy(store, { id: "again", epoch: 1 });
  buy(store, { id: "foreign-id", document: "S2", original: "xbrl" });
  buy(store, { id: "pdf", document: "S3", original: "pdf", media: "application/pdf" });
  buy(store, { id: "csv", document: "S3", original: "csv" });
  buy(store, { id: "attached", document: "S3", original: "attachment-1" });
  buy(store, { id: "broken", document: "S4", unreadable: "too_long" });
  buy(store, { id: "other", owner: "o2", document: "S5" });
  const found = artifactFiguresRows(store).ownedPackages("o1", "u", 10);
  expect(found.map(({ artifact_id }) => artifact_id).sort()).toEqual(["again", "foreign-id"]);
  store.close();
});

test("what was read is kept with its artifact, replaced when it is read again, and goes with it", () => {
  const store = openMemoryStore();
  buy(store, { id: "a" });
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
  rows.put(row);
  rows.put({ ...row, reader: 2, figures: null, refused: "too_large" });
  expect(rows.find("a")).toMatchObject({ reader: 2, figures: null, refused: "too_large" });
  expect(() => rows.put({ ...row, artifact_id: "unknown" })).toThrow(/FOREIGN KEY/);
  store.prepare("delete from artifacts").run();
  expect(rows.find("a")).toBeUndefined();
  store.close();
});

test("a table of contents that came later is kept where there was none, and never replaces one", () => {
  const store = openMemoryStore();
  const artifacts = artifactRows(store);
  const card = {
    owner_id: "o1",
    upstream: "u",
    document_id: "S1",
    title: null,
    document_type: null,
    security_code: null,
  };
  artifacts.putSnapshot({
    ...card,
    issuer_name: null,
    summary: "{}",
    toc: null,
    pages: null,
    originals: null,
    noted_at: 1,
  });
  artifacts.noteToc("o1", "u", "S1", "first");
  artifacts.noteToc("o1", "u", "S1", "second");
  expect(artifacts.snapshot("o1", "u", "S1")?.toc).toBe("first");
  artifacts.noteToc("o2", "u", "S1", "other");
  expect(artifacts.snapshot("o2", "u", "S1")).toBeUndefined();
  store.close();
});
