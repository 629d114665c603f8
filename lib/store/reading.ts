import type { Store } from "./database.ts";

/** One place for each document. */
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

export async function saveReadingPlace(store: Store, ownerId: string, row: ReadingRow): Promise<void> {
  await store.atomically(async () => {
    await store
      .prepare(
        `insert into reading
           (owner_id, document_id, section_id, page_number, title, issuer_name, place, fraction, read_at)
         values (@owner_id, @document_id, @section_id, @page_number, @title, @issuer_name, @place, @fraction, @read_at)
         on conflict (owner_id, document_id) do update set section_id = excluded.section_id,
           page_number = excluded.page_number, title = excluded.title, issuer_name = excluded.issuer_name,
           place = excluded.place, fraction = excluded.fraction, read_at = excluded.read_at`,
      )
      .run({ ...row, owner_id: ownerId });
    await store
      .prepare(
        `delete from reading where owner_id = @owner_id and document_id not in
           (select document_id from reading where owner_id = @owner_id order by read_at desc limit ${placesMax})`,
      )
      .run({ owner_id: ownerId });
  }, ownerId);
}

export function listReading(store: Store, ownerId: string, limit: number): Promise<ReadingRow[]> {
  return store
    .prepare<[string, number], ReadingRow>(
      `select document_id, section_id, page_number, title, issuer_name, place, fraction, read_at
       from reading where owner_id = ? order by read_at desc limit ?`,
    )
    .all(ownerId, limit);
}

export async function forgetReading(store: Store, ownerId: string, documentId: string): Promise<void> {
  await store.prepare("delete from reading where owner_id = ? and document_id = ?").run(ownerId, documentId);
}
