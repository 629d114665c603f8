import type { Store } from "./database.ts";

/** Images that came within the body of a text, by the names that the text has for them. */
export interface IllustrationRow {
  readonly name: string;
  readonly media_type: string;
  readonly width: number;
  readonly height: number;
}

export interface IllustrationBytes extends IllustrationRow {
  readonly sha256: string;
  readonly bytes: Uint8Array;
}

export function illustrationRows(store: Store) {
  const ofDocument = `from artifacts join illustrations using (sha256)
    where owner_id = ? and upstream = ? and document_id = ? and kind in ('content', 'sections') and unreadable is null`;
  const put = store.prepare<IllustrationBytes>(
    `insert into illustrations (sha256, name, media_type, width, height, bytes)
     values (@sha256, @name, @media_type, @width, @height, @bytes) on conflict (sha256, name) do nothing`,
  );
  const list = store.prepare<[string, string, string], IllustrationRow>(
    `select name, illustrations.media_type, width, height ${ofDocument} order by stored_at`,
  );
  const find = store.prepare<[string, string, string, string], IllustrationBytes>(
    `select illustrations.* ${ofDocument} and name = ? order by stored_at desc limit 1`,
  );
  return {
    putIllustration: async (row: IllustrationBytes) => {
      await put.run(row);
    },
    /** Those of everything that the owner has bought of the document's text; later purchases come last. */
    illustrationsOf: (ownerId: string, upstream: string, documentId: string) => list.all(ownerId, upstream, documentId),
    illustration: (ownerId: string, upstream: string, documentId: string, name: string) =>
      find.get(ownerId, upstream, documentId, name),
  };
}

export type IllustrationRows = ReturnType<typeof illustrationRows>;
