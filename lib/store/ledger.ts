import type { Store } from "./database.ts";

/** The charges: one entry for each intent, written in the transaction that stores its artifact. */
export interface LedgerEntry {
  readonly intent_id: string;
  readonly owner_id: string;
  readonly at: number;
  /** Null where the service did not state it. */
  readonly credits: number | null;
  readonly credits_max: number;
  readonly balance: number | null;
  readonly request_id: string | null;
}

export function ledgerRows(store: Store) {
  const sql = {
    insert: store.prepare<LedgerEntry>(
      `insert into ledger (intent_id, owner_id, at, credits, credits_max, balance, request_id)
       values (@intent_id, @owner_id, @at, @credits, @credits_max, @balance, @request_id)`,
    ),
    setUnknownCredits: store.prepare("update ledger set credits = ? where intent_id = ? and credits is null"),
    of: store.prepare<[string], LedgerEntry>("select * from ledger where intent_id = ?"),
  };
  return {
    addEntry: async (entry: LedgerEntry) => {
      await sql.insert.run(entry);
    },
    /** Sets the charge of an answer that stated none, once its length is known. */
    setCredits: async (intentId: string, credits: number) => {
      await sql.setUnknownCredits.run(credits, intentId);
    },
    entryOf: (intentId: string) => sql.of.get(intentId),
  };
}

export type LedgerRows = ReturnType<typeof ledgerRows>;
