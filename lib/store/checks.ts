import { type CitedDocument, saveCitedDocument } from "./cited.ts";
import type { Store } from "./database.ts";

/** A check that its owner stored. */
export interface CheckRow {
  readonly check_id: string;
  readonly owner_id: string;
  readonly upstream: string;
  readonly title: string;
  /** The draft as it was read, as JSON. */
  readonly draft: string;
  /** The signed record as JSON, unchanged since it was signed. */
  readonly record: string;
  readonly made_at: number;
  /** Null where it is not shared. */
  readonly share_id: string | null;
  readonly shared_at: number | null;
}

const checksMax = 1_000;

/** False where the library is full. The documents are looked at from now on, as those behind other proofs are. */
export function addCheck(
  store: Store,
  row: Omit<CheckRow, "share_id" | "shared_at">,
  of: {
    readonly receipts: readonly { readonly receipt_id: string; readonly made_here: 0 | 1 }[];
    readonly documents: readonly CitedDocument[];
  },
): Promise<boolean> {
  return store.atomically(async () => {
    const count = store.prepare<[string], { count: number }>("select count(*) as count from checks where owner_id = ?");
    if (Number((await count.get(row.owner_id))?.count) >= checksMax) return false;
    await store
      .prepare(
        `insert into checks (check_id, owner_id, upstream, title, draft, record, made_at)
         values (@check_id, @owner_id, @upstream, @title, @draft, @record, @made_at)`,
      )
      .run(row);
    const addReceipt = store.prepare("insert into check_receipts (check_id, receipt_id, made_here) values (?, ?, ?)");
    for (const { receipt_id, made_here } of of.receipts) await addReceipt.run(row.check_id, receipt_id, made_here);
    const addDocument = store.prepare("insert into check_documents (check_id, document_id) values (?, ?)");
    for (const document of of.documents) {
      await addDocument.run(row.check_id, document.document_id);
      await saveCitedDocument(store, row.owner_id, document);
    }
    return true;
  }, row.owner_id);
}

export function findCheck(store: Store, ownerId: string, checkId: string): Promise<CheckRow | undefined> {
  return store
    .prepare<[string, string], CheckRow>("select * from checks where check_id = ? and owner_id = ?")
    .get(checkId, ownerId);
}

export function findSharedCheck(store: Store, shareId: string): Promise<CheckRow | undefined> {
  return store.prepare<[string], CheckRow>("select * from checks where share_id = ?").get(shareId);
}

/** With the proofs that were made for it alone; documents that nothing else cites are no longer looked at. */
export function deleteCheck(store: Store, ownerId: string, checkId: string): Promise<boolean> {
  return store.atomically(async () => {
    const check = await findCheck(store, ownerId, checkId);
    if (check === undefined) return false;
    const { upstream } = check;
    const documents = await store
      .prepare<[string], { document_id: string }>("select document_id from check_documents where check_id = ?")
      .all(checkId);
    await store
      .prepare(
        `update check_receipts set made_here = 1 where check_id <> ? and receipt_id in
           (select receipt_id from check_receipts where check_id = ? and made_here = 1)`,
      )
      .run(checkId, checkId);
    await store
      .prepare(
        `delete from receipts where owner_id = ? and receipt_id in
           (select receipt_id from check_receipts where check_id = ? and made_here = 1)
         and receipt_id not in (select receipt_id from check_receipts where check_id <> ?)`,
      )
      .run(ownerId, checkId, checkId);
    await store.prepare("delete from checks where check_id = ?").run(checkId);
    const forget = store.prepare<{ owner_id: string; upstream: string; document_id: string }>(
      `delete from cited_documents where owner_id = @owner_id and upstream = @upstream and document_id = @document_id
         and not exists (select 1 from citations where owner_id = @owner_id and document_id = @document_id)
         and not exists (select 1 from check_documents join checks using (check_id)
           where checks.owner_id = @owner_id and check_documents.document_id = @document_id)`,
    );
    for (const { document_id } of documents) await forget.run({ owner_id: ownerId, upstream, document_id });
    return true;
  }, ownerId);
}

/** Shared again, it keeps its address; once unshared, the next one is another. */
export async function shareCheck(
  store: Store,
  of: { readonly ownerId: string; readonly checkId: string; readonly shareId: string; readonly at: number },
): Promise<void> {
  await store
    .prepare("update checks set share_id = ?, shared_at = ? where check_id = ? and owner_id = ? and share_id is null")
    .run(of.shareId, of.at, of.checkId, of.ownerId);
}

export async function unshareCheck(store: Store, ownerId: string, checkId: string): Promise<void> {
  await store
    .prepare("update checks set share_id = null, shared_at = null where check_id = ? and owner_id = ?")
    .run(checkId, ownerId);
}
