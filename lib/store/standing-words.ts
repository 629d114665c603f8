import { z } from "zod";
import type { Store } from "./database.ts";

/** Saved searches that stand: the service matches new documents with their words. */
export interface StandingWordsRow {
  /** The service's id of the words. */
  readonly phrase_id: string;
  readonly search_id: string;
  readonly phrase: string;
  /** The service that they stand at. */
  readonly upstream: string;
  readonly stood_at: number;
}

/** With how many documents matched so far. */
export interface StandingWords extends StandingWordsRow {
  readonly matched: number;
}

export async function listStandingWords(store: Store, ownerId: string): Promise<StandingWords[]> {
  const rows = await store
    .prepare<[string], StandingWords>(
      `select phrase_id, search_id, phrase, upstream, stood_at,
         (select count(*) from standing_sections as s
          where s.owner_id = w.owner_id and s.phrase_id = w.phrase_id) as matched
       from standing_words as w where owner_id = ? order by stood_at desc, phrase_id`,
    )
    .all(ownerId);
  return rows.map((row) => ({ ...row, matched: Number(row.matched) }));
}

export async function saveStandingWords(store: Store, ownerId: string, row: StandingWordsRow): Promise<void> {
  await store
    .prepare(
      `insert into standing_words (owner_id, phrase_id, search_id, phrase, upstream, stood_at)
       values (@owner_id, @phrase_id, @search_id, @phrase, @upstream, @stood_at)
       on conflict (owner_id, phrase_id) do nothing`,
    )
    .run({ ...row, owner_id: ownerId });
}

export async function forgetStandingWords(store: Store, ownerId: string, phraseId: string): Promise<void> {
  await store.atomically(async () => {
    for (const table of ["standing_words", "standing_sections"]) {
      await store.prepare(`delete from ${table} where owner_id = ? and phrase_id = ?`).run(ownerId, phraseId);
    }
  }, ownerId);
}

export interface FoundSection {
  readonly section_id: string;
  readonly title: string | null;
  readonly character_count: number | null;
  readonly passages: number;
}

export async function saveFoundSections(
  store: Store,
  ownerId: string,
  found: readonly {
    readonly phraseId: string;
    readonly documentId: string;
    readonly sections: readonly FoundSection[];
  }[],
): Promise<void> {
  const save = store.prepare(
    `insert into standing_sections (owner_id, phrase_id, document_id, sections) values (?, ?, ?, ?)
     on conflict (owner_id, phrase_id, document_id) do update set sections = excluded.sections`,
  );
  await store.atomically(async () => {
    for (const { phraseId, documentId, sections } of found) {
      await save.run(ownerId, phraseId, documentId, JSON.stringify(sections));
    }
  }, ownerId);
}

const Sections = z.array(
  z.object({
    section_id: z.string(),
    title: z.string().nullable(),
    character_count: z.number().nullable(),
    passages: z.number(),
  }),
);

/** By document. */
export async function foundSections(
  store: Store,
  ownerId: string,
  phraseId: string,
): Promise<ReadonlyMap<string, readonly FoundSection[]>> {
  const rows = await store
    .prepare<[string, string], { document_id: string; sections: string }>(
      "select document_id, sections from standing_sections where owner_id = ? and phrase_id = ?",
    )
    .all(ownerId, phraseId);
  return new Map(rows.map(({ document_id, sections }) => [document_id, Sections.parse(JSON.parse(sections))]));
}
