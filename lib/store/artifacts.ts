import type { PurchaseKind } from "../text/purchase-kinds.ts";
import type { Store } from "./database.ts";
import { isAnyOf } from "./lists.ts";

/** Rows of artifacts. Each belongs to one owner, and every query here names the owner. */
export interface ArtifactRow {
  readonly artifact_id: string;
  readonly intent_id: string;
  readonly owner_id: string;
  readonly upstream: string;
  readonly kind: PurchaseKind;
  readonly params: string;
  readonly epoch: number;
  readonly document_id: string | null;
  readonly page_number: number | null;
  readonly original_id: string | null;
  readonly sha256: string;
  readonly byte_size: number;
  readonly media_type: string;
  readonly file_name: string | null;
  readonly unreadable: string | null;
  readonly hit_count: number | null;
  /** Publications that the search did not find yet; null where the service said nothing of it. */
  readonly search_behind: number | null;
  /** The table of contents at the time of purchase, by which the text is split into sections. */
  readonly toc: string | null;
  readonly stored_at: number;
}

/** A section that the answer of a search quotes. */
export interface FoundPlace {
  readonly document_id: string;
  readonly section_id: string;
}

export interface DocumentSnapshotRow {
  readonly owner_id: string;
  readonly upstream: string;
  readonly document_id: string;
  readonly title: string | null;
  readonly document_type: string | null;
  readonly security_code: string | null;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  readonly summary: string;
  readonly toc: string | null;
  readonly pages: string | null;
  readonly originals: string | null;
  readonly noted_at: number;
}

export function artifactRows(store: Store) {
  const sql = {
    insert: store.prepare<ArtifactRow>(
      `insert into artifacts (artifact_id, intent_id, owner_id, upstream, kind, params, epoch, document_id, page_number,
         original_id, sha256, byte_size, media_type, file_name, unreadable, hit_count, toc, stored_at, search_behind)
       values (@artifact_id, @intent_id, @owner_id, @upstream, @kind, @params, @epoch, @document_id, @page_number,
         @original_id, @sha256, @byte_size, @media_type, @file_name, @unreadable, @hit_count, @toc, @stored_at, @search_behind)`,
    ),
    reading: store.prepare(
      "update artifacts set unreadable = @unreadable, hit_count = @hit_count where artifact_id = @artifact_id",
    ),
    replace: store.prepare(
      `update artifacts set sha256 = @sha256, byte_size = @byte_size, media_type = @media_type, file_name = @file_name
       where artifact_id = @artifact_id`,
    ),
    keepReplaced: store.prepare(
      `insert into replaced_bodies (intent_id, sha256, reason, replaced_at) values (@intent_id, @sha256, @reason, @at)
       on conflict do nothing`,
    ),
    ofIntent: store.prepare<[string], ArtifactRow>("select * from artifacts where intent_id = ?"),
    mine: store.prepare<[string, string], ArtifactRow>(
      "select * from artifacts where artifact_id = ? and owner_id = ?",
    ),
    question: store.prepare<[string, string, string, string], ArtifactRow>(
      `select * from artifacts where owner_id = ? and upstream = ? and kind = ? and params = ? order by epoch desc limit 1`,
    ),
    ofDocument: store.prepare<[string, string, string], ArtifactRow>(
      `select * from artifacts where owner_id = ? and upstream = ? and document_id = ? order by stored_at desc`,
    ),
    content: store.prepare<[string, string, string], ArtifactRow>(
      `select * from artifacts where owner_id = ? and upstream = ? and document_id = ? and kind = 'content'
         and unreadable is null order by epoch desc limit 1`,
    ),
    page: store.prepare<[string, string, string, number], ArtifactRow>(
      `select * from artifacts where owner_id = ? and upstream = ? and document_id = ? and kind = 'pages'
         and page_number = ? and unreadable is null order by epoch desc limit 1`,
    ),
    original: store.prepare<[string, string, string, string], ArtifactRow>(
      `select * from artifacts where owner_id = ? and upstream = ? and document_id = ? and kind = 'original'
         and original_id = ? and unreadable is null order by epoch desc limit 1`,
    ),
    ownSection: store.prepare(
      `insert into owned_sections (owner_id, upstream, document_id, section_id, artifact_id)
       values (@owner_id, @upstream, @document_id, @section_id, @artifact_id)
       on conflict (owner_id, upstream, document_id, section_id) do update set artifact_id = excluded.artifact_id`,
    ),
    sections: store.prepare<[string, string, string], { section_id: string; artifact_id: string }>(
      "select section_id, artifact_id from owned_sections where owner_id = ? and upstream = ? and document_id = ?",
    ),
    noteFound: store.prepare(
      `insert into found_sections (owner_id, upstream, document_id, section_id, artifact_id)
       values (@owner_id, @upstream, @document_id, @section_id, @artifact_id) on conflict do nothing`,
    ),
    putSnapshot: store.prepare<DocumentSnapshotRow>(
      `insert into document_cards (owner_id, upstream, document_id, title, document_type, security_code, issuer_name,
         issuer_name_en, summary, toc, pages, originals, noted_at)
       values (@owner_id, @upstream, @document_id, @title, @document_type, @security_code, @issuer_name,
         @issuer_name_en, @summary, @toc, @pages, @originals, @noted_at)
       on conflict (owner_id, upstream, document_id) do update set title = excluded.title,
         document_type = excluded.document_type, security_code = excluded.security_code,
         issuer_name = excluded.issuer_name, issuer_name_en = excluded.issuer_name_en, summary = excluded.summary,
         toc = coalesce(excluded.toc, document_cards.toc), pages = coalesce(excluded.pages, document_cards.pages),
         originals = coalesce(excluded.originals, document_cards.originals), noted_at = excluded.noted_at`,
    ),
    snapshot: store.prepare<[string, string, string], DocumentSnapshotRow>(
      "select * from document_cards where owner_id = ? and upstream = ? and document_id = ?",
    ),
    cardsOfTexts: store.prepare<[string, string, number], DocumentSnapshotRow>(
      `select * from document_cards where owner_id = ? and upstream = ? and exists (select 1 from artifacts
         where artifacts.owner_id = document_cards.owner_id and artifacts.upstream = document_cards.upstream
           and artifacts.document_id = document_cards.document_id and artifacts.kind in ('content', 'sections')
           and artifacts.unreadable is null)
       order by noted_at desc, document_id limit ?`,
    ),
    noteToc: store.prepare(
      "update document_cards set toc = ? where owner_id = ? and upstream = ? and document_id = ? and toc is null",
    ),
    open: store.prepare("insert into opens (owner_id, artifact_id, day) values (?, ?, ?) on conflict do nothing"),
  };
  return {
    insertArtifact: async (row: ArtifactRow) => {
      await sql.insert.run(row);
    },
    noteReading: async (artifactId: string, unreadable: string | null, hitCount: number | null) => {
      await sql.reading.run({ artifact_id: artifactId, unreadable, hit_count: hitCount });
    },
    replaceBody: async (
      old: ArtifactRow,
      next: Pick<ArtifactRow, "sha256" | "byte_size" | "media_type" | "file_name">,
      at: number,
    ) => {
      await sql.keepReplaced.run({ intent_id: old.intent_id, sha256: old.sha256, reason: old.unreadable ?? "", at });
      await sql.replace.run({ artifact_id: old.artifact_id, ...next });
    },
    artifactOfIntent: (intentId: string) => sql.ofIntent.get(intentId),
    artifactOf: (ownerId: string, artifactId: string) => sql.mine.get(artifactId, ownerId),
    answerOf: (ownerId: string, upstream: string, kind: string, params: string) =>
      sql.question.get(ownerId, upstream, kind, params),
    /** Those of the documents of which anything is owned or on its way. */
    heldDocuments: async (
      ownerId: string,
      upstream: string,
      documentIds: readonly string[],
    ): Promise<ReadonlySet<string>> => {
      const listed = `owner_id = ? and upstream = ? and ${isAnyOf("document_id", documentIds)}`;
      const held = await store
        .prepare<string[], { document_id: string }>(
          `select document_id from artifacts where ${listed}
           union select document_id from intents where ${listed} and state <> 'failed'`,
        )
        .all(ownerId, upstream, ...documentIds, ownerId, upstream, ...documentIds);
      return new Set(held.map((row) => row.document_id));
    },
    artifactsOfDocument: (ownerId: string, upstream: string, documentId: string) =>
      sql.ofDocument.all(ownerId, upstream, documentId),
    contentOf: (ownerId: string, upstream: string, documentId: string) =>
      sql.content.get(ownerId, upstream, documentId),
    pageOf: (ownerId: string, upstream: string, documentId: string, page: number) =>
      sql.page.get(ownerId, upstream, documentId, page),
    originalOf: (ownerId: string, upstream: string, documentId: string, originalId: string) =>
      sql.original.get(ownerId, upstream, documentId, originalId),
    ownSections: async (row: ArtifactRow, sectionIds: readonly string[]) => {
      for (const section_id of sectionIds) {
        const { owner_id, upstream, document_id, artifact_id } = row;
        await sql.ownSection.run({ owner_id, upstream, document_id, section_id, artifact_id });
      }
    },
    noteFound: async (row: ArtifactRow, places: readonly FoundPlace[]) => {
      const { owner_id, upstream, artifact_id } = row;
      for (const place of places) await sql.noteFound.run({ owner_id, upstream, artifact_id, ...place });
    },
    /** The answers of searches that quote one of the sections, the newest first. */
    answersAbout: (
      ownerId: string,
      upstream: string,
      documentId: string,
      sectionIds: readonly string[],
      countMax: number,
    ) =>
      store
        .prepare<(string | number)[], ArtifactRow>(
          `select distinct artifacts.* from found_sections join artifacts using (artifact_id)
           where found_sections.owner_id = ? and found_sections.upstream = ? and found_sections.document_id = ?
             and ${isAnyOf("found_sections.section_id", sectionIds)} and unreadable is null
           order by stored_at desc, artifact_id limit ?`,
        )
        .all(ownerId, upstream, documentId, ...sectionIds, countMax),
    ownedSections: (ownerId: string, upstream: string, documentId: string) =>
      sql.sections.all(ownerId, upstream, documentId),
    putSnapshot: async (row: DocumentSnapshotRow) => {
      await sql.putSnapshot.run(row);
    },
    /** Documents of which some text is owned. */
    cardsOfTexts: (ownerId: string, upstream: string, limit: number) => sql.cardsOfTexts.all(ownerId, upstream, limit),
    snapshot: (ownerId: string, upstream: string, documentId: string) =>
      sql.snapshot.get(ownerId, upstream, documentId),
    /** For a document of which only a file was bought, whose contents nobody asked for then. */
    noteToc: async (ownerId: string, upstream: string, documentId: string, toc: string) => {
      await sql.noteToc.run(toc, ownerId, upstream, documentId);
    },
    noteOpened: async (ownerId: string, artifactId: string, day: string) => {
      await sql.open.run(ownerId, artifactId, day);
    },
  };
}

export type ArtifactRows = ReturnType<typeof artifactRows>;
