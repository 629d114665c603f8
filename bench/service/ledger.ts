import { newKeyId } from "../../service/domain/keys/api-key.ts";
import { openStore } from "../../service/storage/open-store.ts";
import { shuffled } from "../web/figures.ts";

export interface LedgerFigures {
  readonly ours: number[];
  readonly bare: number[];
  readonly idempotent: number[];
  readonly bareIdempotent: number[];
}

const charges = 400;

/**
 * Charges a second: reserve and settle through the ledger, beside one bare transaction on the same file, synced as
 * well, that lowers a balance and writes a row; and both again with an answer of 12 kB kept in the same transaction.
 */
export async function measureLedger(folder: string, samples: number): Promise<LedgerFigures> {
  const store = openStore(folder, { serving: true });
  const keyId = newKeyId();
  await store.keys.create({
    id: keyId,
    name: "bench",
    secretHash: new Uint8Array(32),
    createdAtMs: 0,
    entitled: true,
    perMinute: 1,
    perDay: null,
    credits: 1_000_000_000,
  });
  store.db.exec(`
    CREATE TABLE bare_keys (id TEXT PRIMARY KEY, balance INTEGER NOT NULL) STRICT;
    INSERT INTO bare_keys VALUES ('k', 1000000000);
    CREATE TABLE bare_rows (id INTEGER PRIMARY KEY, key_id TEXT, credits INTEGER, at_ms INTEGER, endpoint TEXT, request_id TEXT) STRICT;
    CREATE TABLE bare_answers (key TEXT PRIMARY KEY, body BLOB) STRICT;`);
  const lower = store.db.prepare("UPDATE bare_keys SET balance = balance - 1 WHERE id = 'k' AND balance >= 1");
  const row = store.db.prepare(
    "INSERT INTO bare_rows (key_id, credits, at_ms, endpoint, request_id) VALUES ('k', 1, ?, 'searchNews', ?)",
  );
  const keep = store.db.prepare("INSERT INTO bare_answers VALUES (?, ?)");
  const body = new Uint8Array(12_000).fill(97);
  let n = 0;

  const bare = store.db.transaction((answer: boolean) => {
    lower.run();
    row.run(Date.now(), `request-${n}`);
    if (answer) keep.run(`key-${n}`, body);
    n++;
  });
  async function charge(answer: boolean): Promise<void> {
    const requestId = `request-${n++}`;
    const nowMs = Date.now();
    const fingerprint = new Uint8Array(32);
    const claimed = answer
      ? await store.ledger.claim({ keyId, idempotencyKey: `key-${n}`, fingerprint, nowMs })
      : undefined;
    const reservation = await store.ledger.reserve({ keyId, credits: 1 });
    if ("creditsRemaining" in reservation) throw new Error("out of credits");
    await store.ledger.settle(reservation, {
      atMs: nowMs,
      endpoint: "searchNews",
      requestId,
      idempotent:
        claimed?.kind === "claimed"
          ? {
              claim: claimed.claim,
              response: { headers: { "Content-Type": "application/json" }, body: { bytes: body } },
              expiresAtMs: nowMs + 2_592_000_000,
            }
          : undefined,
    });
  }

  const variants: Record<keyof LedgerFigures, () => unknown> = {
    ours: () => charge(false),
    bare: () => bare.immediate(false),
    idempotent: () => charge(true),
    bareIdempotent: () => bare.immediate(true),
  };
  const figures: LedgerFigures = { ours: [], bare: [], idempotent: [], bareIdempotent: [] };
  for (const run of Object.values(variants)) for (let i = 0; i < 50; i++) await run();
  for (let sample = 0; sample < samples; sample++) {
    for (const name of shuffled(["ours", "bare", "idempotent", "bareIdempotent"] as const)) {
      const startMs = performance.now();
      for (let i = 0; i < charges; i++) await variants[name]();
      figures[name].push((charges / (performance.now() - startMs)) * 1000);
    }
  }
  const { drifts } = await store.ledger.verify();
  if (drifts.length > 0) throw new Error(drifts[0]);
  store.close();
  return figures;
}
