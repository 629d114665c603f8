import { randomUUID } from "node:crypto";
import { Pool } from "pg";
import { newKeyId } from "../../service/domain/keys/api-key.ts";
import { openPostgres } from "../../service/storage/postgres/open-postgres.ts";

const clients = 16;
const chargesARound = 480;
const rounds = 5;
const body = Buffer.alloc(3_000, 97);

/** Charges a second, the best of several rounds that alternate. */
export async function measureCharges(url: string, dataFolder: string, keyCount: number) {
  const store = await openPostgres({ url, dataFolder });
  const keys = Array.from({ length: keyCount }, newKeyId);
  for (const id of keys) {
    const secretHash = Buffer.from(randomUUID());
    const rest = { name: "bench", createdAtMs: 0, entitled: true, perMinute: 1, perDay: null, credits: 1_000_000 };
    await store.keys.create({ id, secretHash, ...rest });
  }
  const pool = new Pool({ connectionString: url, max: clients });
  await pool.query(`
    DROP TABLE IF EXISTS bare_keys, bare_rows, bare_answers;
    CREATE TABLE bare_keys (id text PRIMARY KEY, balance bigint NOT NULL CHECK (balance >= 0)) WITH (fillfactor = 50);
    CREATE TABLE bare_rows (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, key_id text, credits bigint, at_ms bigint, request text);
    CREATE TABLE bare_answers (key_id text, key text, body bytea, PRIMARY KEY (key_id, key))`);
  for (const id of keys) await pool.query("INSERT INTO bare_keys VALUES ($1, 1000000000)", [id]);

  async function charge(keyId: string): Promise<void> {
    const nowMs = Date.now();
    const [idempotencyKey, requestId] = [randomUUID(), randomUUID()];
    const claimed = await store.ledger.claim({ keyId, idempotencyKey, fingerprint: Buffer.alloc(32), nowMs });
    const reservation = await store.ledger.reserve({ keyId, credits: 1 });
    if (claimed.kind !== "claimed" || "creditsRemaining" in reservation) throw new Error("not charged");
    const response = { headers: { "Content-Type": "application/json" }, body: { bytes: body } };
    const idempotent = { claim: claimed.claim, response, expiresAtMs: nowMs + 2_592_000_000 };
    await store.ledger.settle(reservation, { atMs: nowMs, endpoint: "searchNews", requestId, idempotent });
  }
  const lower = "UPDATE bare_keys SET balance = balance - 1 WHERE id = $1 AND balance >= 1";
  const entry = "INSERT INTO bare_rows (key_id, credits, at_ms, request) VALUES ($1, 1, $2, $3)";
  const answer = "INSERT INTO bare_answers VALUES ($1, $2, $3)";
  async function inFive(keyId: string): Promise<void> {
    const client = await pool.connect();
    try {
      await client.query("BEGIN");
      await client.query({ name: "entry", text: entry, values: [keyId, Date.now(), randomUUID()] });
      await client.query({ name: "answer", text: answer, values: [keyId, randomUUID(), body] });
      await client.query({ name: "lower", text: lower, values: [keyId] });
      await client.query("COMMIT");
    } finally {
      client.release();
    }
  }
  async function inOne(keyId: string): Promise<void> {
    await pool.query({
      name: "all",
      text: `WITH e AS (INSERT INTO bare_rows (key_id, credits, at_ms, request) VALUES ($1, 1, $2, $3)),
        a AS (INSERT INTO bare_answers VALUES ($1, $4, $5)) ${lower}`,
      values: [keyId, Date.now(), randomUUID(), randomUUID(), body],
    });
  }

  const best = { ours: 0, oneStatement: 0, fiveStatements: 0 };
  for (let round = 0; round < rounds; round++) {
    best.fiveStatements = Math.max(best.fiveStatements, await rate(keys, inFive));
    best.ours = Math.max(best.ours, await rate(keys, charge));
    best.oneStatement = Math.max(best.oneStatement, await rate(keys, inOne));
  }
  const { drifts } = await store.ledger.verify();
  if (drifts.length > 0) throw new Error(drifts.join("\n"));
  await pool.end();
  await store.close();
  return best;
}

async function rate(keys: readonly string[], work: (keyId: string) => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  let next = 0;
  const client = async () => {
    while (next < chargesARound) await work(keys[next++ % keys.length] ?? "");
  };
  await Promise.all(Array.from({ length: clients }, client));
  return (chargesARound / (performance.now() - startedMs)) * 1_000;
}
