/** bench: a charge of both ledgers beside a bare transaction that lowers a balance and stores a row and the answer. */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Pool } from "pg";
import { startPostgres } from "../scripts/postgres-server.ts";
import { newKeyId } from "../service/domain/keys/api-key.ts";
import { openStore } from "../service/storage/open-store.ts";
import { openPostgres } from "../service/storage/postgres/open-postgres.ts";
import { inRounds, quick, ratioAtLeast } from "./web/figures.ts";

const charges = quick ? 200 : 500;
const body = Buffer.alloc(12_000, 97);
const tables = (text: string, bytes: string) => `
  CREATE TABLE bare_keys (id text PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0));
  CREATE TABLE bare_rows (key_id text, credits bigint, at_ms bigint, request ${text});
  CREATE TABLE bare_answers (key ${text} PRIMARY KEY, body ${bytes});
  INSERT INTO bare_keys VALUES ('k', 1000000000);`;
const lower = "UPDATE bare_keys SET balance = balance - 1 WHERE id = 'k' AND balance >= 1";

type Store = Pick<Awaited<ReturnType<typeof openPostgres>>, "keys" | "ledger">;

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-bench-"));
const server = await startPostgres({ durable: true });
try {
  await sqlite();
  await postgres(server.url);
} finally {
  server.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function sqlite(): Promise<void> {
  const store = openStore(path.join(folder, "sqlite"), { serving: true });
  store.db.exec(tables("text", "blob").replaceAll("bigint", "integer"));
  const [update, row, answer] = [
    store.db.prepare(lower),
    store.db.prepare("INSERT INTO bare_rows VALUES ('k', 1, ?, ?)"),
    store.db.prepare("INSERT INTO bare_answers VALUES (?, ?)"),
  ];
  const bare = store.db.transaction(() => {
    update.run();
    row.run(Date.now(), randomUUID());
    answer.run(randomUUID(), body);
  });
  await compare("SQLite, one after the other", store, async () => bare.immediate(), 1);
  store.close();
}

async function postgres(url: string): Promise<void> {
  const store = await openPostgres({ url, dataFolder: folder });
  const pool = new Pool({ connectionString: url, max: 16 });
  await pool.query(tables("text", "bytea"));
  const bare = async () => {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query("INSERT INTO bare_rows VALUES ('k', 1, $1, $2)", [Date.now(), randomUUID()]);
      await client.query("INSERT INTO bare_answers VALUES ($1, $2)", [randomUUID(), body]);
      await client.query(lower);
      await client.query("COMMIT");
    } finally {
      client.release();
    }
  };
  await compare("PostgreSQL, one key, 16 at once", store, bare, 16);
  await pool.end();
  await store.close();
}

async function compare(name: string, store: Store, bare: () => Promise<unknown>, clients: number): Promise<void> {
  const keyId = newKeyId();
  const key = { id: keyId, name: "bench", secretHash: new Uint8Array(32), createdAtMs: 0, entitled: true };
  await store.keys.create({ ...key, perMinute: 1, perDay: null, credits: 1_000_000_000 });
  const found = await inRounds("spending", {
    ours: () => rate(() => charge(store, keyId), clients),
    bare: () => rate(bare, clients),
  });
  ratioAtLeast(`${name}: charges a second`, found("ours", "rate"), found("bare", "rate"), 0.7);
  const { drifts } = await store.ledger.verify();
  if (drifts.length > 0) throw new Error(drifts.join("\n"));
}

async function charge({ ledger }: Store, keyId: string): Promise<void> {
  const nowMs = Date.now();
  const idempotencyKey = randomUUID();
  const claimed = await ledger.claim({ keyId, idempotencyKey, fingerprint: Buffer.alloc(32), nowMs });
  const reservation = await ledger.reserve({ keyId, credits: 1 });
  if (claimed.kind !== "claimed" || "creditsRemaining" in reservation) throw new Error("not charged");
  const response = { headers: { "Content-Type": "application/json" }, body: { bytes: body } };
  const idempotent = { claim: claimed.claim, response, expiresAtMs: nowMs + 2_592_000_000 };
  await ledger.settle(reservation, { atMs: nowMs, endpoint: "searchNews", requestId: randomUUID(), idempotent });
}

async function rate(work: () => Promise<unknown>, clients: number): Promise<{ rate: number }> {
  const startedMs = performance.now();
  let left = charges;
  const client = async () => {
    while (left-- > 0) await work();
  };
  await Promise.all(Array.from({ length: clients }, client));
  return { rate: (charges / (performance.now() - startedMs)) * 1_000 };
}
