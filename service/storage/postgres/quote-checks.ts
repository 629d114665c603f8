import type { Connections } from "../../../lib/kit/postgres/connection.ts";
import type { QuoteCheck, QuoteChecks } from "../account-ports.ts";

export function createQuoteChecks({ durable, quick }: Connections): QuoteChecks {
  return {
    async count({ keyId, day, documentId }: QuoteCheck, { perDocument, perKey }) {
      const row = await durable.row<{ reached: "perKey" | "perDocument" | null; of_document: number; of_key: number }>(
        "SELECT * FROM count_quote(?, ?, ?, ?, ?)",
        [keyId, day, documentId, perDocument, perKey],
      );
      if (row === undefined) throw new Error("The database answered nothing to a count.");
      return row.reached === null ? { ofDocument: row.of_document, ofKey: row.of_key } : { reached: row.reached };
    },
    async takeBack({ keyId, day, documentId }) {
      await durable.rows("SELECT take_back_quote(?, ?, ?)", [keyId, day, documentId]);
    },
    async deliveredTo(keyId, documentId) {
      const rows = await quick.rows<{ hash: Buffer }>(
        "SELECT hash FROM delivered_texts WHERE key_id = ? AND document_id = ? ORDER BY place",
        [keyId, documentId],
      );
      return rows.map(({ hash }) => new Uint8Array(hash));
    },
    async purge(day) {
      return (await quick.rows("DELETE FROM quote_failures WHERE day < ? RETURNING 1", [day])).length;
    },
  };
}
