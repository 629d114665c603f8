import type { Store } from "./database.ts";

/** Where an owner stopped reading: one place for each document. */
export interface ReadingRow {
  readonly document_id: string;
  readonly section_id: string | null;
  readonly page_number: number | null;
  readonly title: string | null;
  readonly issuer_name: string | null;
  /** The section's title. */
  readonly place: string | null;
  /** The position in the document, from 0 to 1. */
  readonly fraction: number;
  readonly read_at: number;
}

/** The most places kept for an owner; the oldest are forgotten. */
const placesMax = 200;

export function saveReadingPlace(store: Store, ownerId: string, row: ReadingRow): void {
  const run = store.transaction(() => {
    store
      .prepare(
        `insert or replace into reading
           (owner_id, document_id, section_id, page_number, title, issuer_name, place, fraction, read_at)
         values (@owner_id, @document_id, @section_id, @page_number, @title, @issuer_name, @place, @fraction, @read_at)`,
      )
      .run({ ...row, owner_id: ownerId });
    store
      .prepare(
        `delete from reading where owner_id = @owner_id and document_id not in
           (select document_id from reading where owner_id = @owner_id order by read_at desc limit ${placesMax})`,
      )
      .run({ owner_id: ownerId });
  });
  run.immediate();
}

export function listReading(store: Store, ownerId: string, limit: number): ReadingRow[] {
  return store
    .prepare<[string, number], ReadingRow>(
      `select document_id, section_id, page_number, title, issuer_name, place, fraction, read_at
       from reading where owner_id = ? order by read_at desc limit ?`,
    )
    .all(ownerId, limit);
}

export function forgetReading(store: Store, ownerId: string, documentId: string): void {
  store.prepare("delete from reading where owner_id = ? and document_id = ?").run(ownerId, documentId);
}
