import type { Store } from "./database.ts";

/** Documents behind an owner's proofs, as they were when they were last looked at. */
export interface CitedDocument {
  readonly document_id: string;
  readonly upstream: string;
  /** The record as JSON, for pages and feeds. */
  readonly document: string;
  readonly amended_by: string | null;
  readonly superseded_by: string | null;
  readonly withdrawn: number;
}

export interface Citation {
  readonly receipt_id: string;
  readonly record: string;
}

/** Proofs whose documents are not watched yet. */
export function newCitations(store: Store, ownerId: string, limit: number): Promise<Citation[]> {
  return store
    .prepare<[string, number], Citation>(
      `select receipt_id, record from receipts where owner_id = ?
         and not exists (select 1 from citations where citations.receipt_id = receipts.receipt_id)
       order by receipt_id limit ?`,
    )
    .all(ownerId, limit);
}

/** A proof of a document that is watched already changes nothing but the list of its proofs. */
export async function saveCitation(
  store: Store,
  ownerId: string,
  receiptId: string,
  cited: CitedDocument,
): Promise<void> {
  await store.atomically(async () => {
    await store
      .prepare(
        `insert into citations (receipt_id, owner_id, document_id) values (?, ?, ?)
         on conflict (receipt_id) do nothing`,
      )
      .run(receiptId, ownerId, cited.document_id);
    await saveCitedDocument(store, ownerId, cited);
  }, ownerId);
}

/** One that is looked at already stays as it was last seen. */
export async function saveCitedDocument(store: Store, ownerId: string, cited: CitedDocument): Promise<void> {
  await store
    .prepare(
      `insert into cited_documents
         (owner_id, document_id, upstream, document, amended_by, superseded_by, withdrawn, looked_at)
       values (@owner_id, @document_id, @upstream, @document, @amended_by, @superseded_by, @withdrawn, 0)
       on conflict (owner_id, upstream, document_id) do nothing`,
    )
    .run({ ...cited, owner_id: ownerId });
}

/** Those that were not looked at since, the longest ago first. */
export function citedBefore(store: Store, ownerId: string, upstream: string, sinceMs: number) {
  return store
    .prepare<[string, string, number], CitedDocument>(
      `select document_id, upstream, document, amended_by, superseded_by, withdrawn from cited_documents
       where owner_id = ? and upstream = ? and looked_at <= ? order by looked_at, document_id`,
    )
    .all(ownerId, upstream, sinceMs);
}

export async function saveLookedAt(store: Store, ownerId: string, cited: CitedDocument, atMs: number): Promise<void> {
  await store
    .prepare(
      `update cited_documents set document = @document, amended_by = @amended_by, superseded_by = @superseded_by,
         withdrawn = @withdrawn, looked_at = @at
       where owner_id = @owner_id and upstream = @upstream and document_id = @document_id`,
    )
    .run({ ...cited, owner_id: ownerId, at: atMs });
}

export async function hasProofs(store: Store, ownerId: string): Promise<boolean> {
  const found = store.prepare<[string, string]>(
    "select 1 from receipts where owner_id = ? union all select 1 from checks where owner_id = ? limit 1",
  );
  return (await found.get(ownerId, ownerId)) !== undefined;
}

/** Notes that a later filing says a figure in quoted words otherwise; the newest one replaces an earlier one. */
export async function saveRestated(store: Store, receiptId: string, documentId: string): Promise<void> {
  await store.prepare("update citations set restated_by = ? where receipt_id = ?").run(documentId, receiptId);
}

/** The proofs with a figure that a filing says otherwise. */
export function restatedBy(store: Store, ownerId: string, documentId: string, limit: number): Promise<Citation[]> {
  return store
    .prepare<[string, string, number], Citation>(
      `select receipt_id, record from citations join receipts using (receipt_id)
       where citations.owner_id = ? and restated_by = ? order by issued_at desc, receipt_id limit ?`,
    )
    .all(ownerId, documentId, limit);
}

/** The proofs of a document, the newest first. */
export function citationsOf(store: Store, ownerId: string, documentId: string, limit: number): Promise<Citation[]> {
  return store
    .prepare<[string, string, number], Citation>(
      `select receipt_id, record from citations join receipts using (receipt_id)
       where citations.owner_id = ? and document_id = ? order by issued_at desc, receipt_id limit ?`,
    )
    .all(ownerId, documentId, limit);
}
