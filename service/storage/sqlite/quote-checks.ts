import type { CountedQuote, DeliveredTexts, QuoteBounds, QuoteCheck, QuoteChecks } from "../account-ports.ts";
import type { Database } from "./database.ts";
import { write } from "./writes.ts";

export function createQuoteChecks(db: Database): QuoteChecks {
  const ofKey = db.prepare<[QuoteCheck], number>(
    "SELECT coalesce(sum(failures), 0) FROM quote_failures WHERE key_id = @keyId AND day = @day",
  );
  const ofDocument = db.prepare<[QuoteCheck], number>(
    "SELECT failures FROM quote_failures WHERE key_id = @keyId AND day = @day AND document_id = @documentId",
  );
  const add = db.prepare(`
    INSERT INTO quote_failures (key_id, day, document_id, failures) VALUES (@keyId, @day, @documentId, 1)
    ON CONFLICT (key_id, day, document_id) DO UPDATE SET failures = failures + 1`);
  const count = db.transaction((check: QuoteCheck, bounds: QuoteBounds): CountedQuote => {
    const before = { ofDocument: ofDocument.pluck().get(check) ?? 0, ofKey: ofKey.pluck().get(check) ?? 0 };
    if (before.ofKey >= bounds.perKey) return { reached: "perKey" };
    if (before.ofDocument >= bounds.perDocument) return { reached: "perDocument" };
    add.run(check);
    return { ofDocument: before.ofDocument + 1, ofKey: before.ofKey + 1 };
  });
  const where = "key_id = @keyId AND day = @day AND document_id = @documentId";
  const dropLast = db.prepare(`DELETE FROM quote_failures WHERE ${where} AND failures = 1`);
  const subtract = db.prepare(`UPDATE quote_failures SET failures = failures - 1 WHERE ${where}`);
  const takeBack = db.transaction((check: QuoteCheck) => {
    if (dropLast.run(check).changes === 0) subtract.run(check);
  });
  const hashes = db
    .prepare<[string, string], Uint8Array>("SELECT hashes FROM delivered_texts WHERE key_id = ? AND document_id = ?")
    .pluck();
  const purge = db.prepare("DELETE FROM quote_failures WHERE day < ?");

  return {
    count: (check, bounds) => write(db, () => count.immediate(check, bounds)),
    takeBack: (check) => write(db, () => takeBack.immediate(check)),
    deliveredTo: async (keyId, documentId) => split(hashes.get(keyId, documentId)),
    purge: (day) => write(db, () => purge.run(day).changes),
  };
}

const hashBytes = 8;

function split(stored: Uint8Array | undefined): Uint8Array[] {
  const count = (stored?.byteLength ?? 0) / hashBytes;
  return Array.from(
    { length: count },
    (_, at) => new Uint8Array(stored?.subarray(at * hashBytes, (at + 1) * hashBytes) ?? []),
  );
}

/** Inside the settling transaction. */
export function keepDeliveredTexts(db: Database): (keyId: string, texts: DeliveredTexts) => void {
  const known = db
    .prepare<[string, string], Uint8Array>("SELECT hashes FROM delivered_texts WHERE key_id = ? AND document_id = ?")
    .pluck();
  const store = db.prepare(`
    INSERT INTO delivered_texts (key_id, document_id, hashes) VALUES (?, ?, ?)
    ON CONFLICT (key_id, document_id) DO UPDATE SET hashes = excluded.hashes`);
  return (keyId, { documentId, hashes }) => {
    const all = new Map(
      [...split(known.get(keyId, documentId)), ...hashes].map((hash) => [Buffer.from(hash).toString("hex"), hash]),
    );
    store.run(keyId, documentId, Buffer.concat([...all.values()]));
  };
}
