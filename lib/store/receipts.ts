import type { Store } from "./database.ts";

/** Signed receipts for quotes. Any signed-in reader of this installation who has the id can read one. */
export interface ReceiptRow {
  readonly receipt_id: string;
  readonly owner_id: string;
  /** The delivered bytes, the text in them, and the offsets. The same passage has one receipt. */
  readonly passage: string;
  /** The signed record as JSON, unchanged since it was signed. */
  readonly record: string;
  readonly issued_at: number;
}

const receiptsMax = 10_000;

/** Returns the receipt that the owner already has for the passage, or else keeps this one; undefined where it is full. */
export function keepReceipt(store: Store, row: ReceiptRow): Promise<ReceiptRow | undefined> {
  return store.atomically(async () => {
    const known = await store
      .prepare<[string, string], ReceiptRow>("select * from receipts where owner_id = ? and passage = ?")
      .get(row.owner_id, row.passage);
    if (known !== undefined) return known;
    const count = store.prepare<[string], { count: number }>(
      "select count(*) as count from receipts where owner_id = ?",
    );
    if (Number((await count.get(row.owner_id))?.count) >= receiptsMax) return undefined;
    await store
      .prepare(
        `insert into receipts (receipt_id, owner_id, passage, record, issued_at)
         values (@receipt_id, @owner_id, @passage, @record, @issued_at)`,
      )
      .run(row);
    return row;
  }, row.owner_id);
}

export function findReceipt(store: Store, receiptId: string): Promise<ReceiptRow | undefined> {
  return store.prepare<[string], ReceiptRow>("select * from receipts where receipt_id = ?").get(receiptId);
}
