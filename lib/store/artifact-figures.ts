import type { Store } from "./database.ts";

/** Stored, so that an owned package is read once. */
export interface ArtifactFiguresRow {
  readonly artifact_id: string;
  /** The bytes that were read: a package that is fetched again is read again. */
  readonly sha256: string;
  readonly reader: number;
  readonly fact_count: number;
  /** Null where the package was refused. */
  readonly figures: Uint8Array | null;
  readonly refused: string | null;
  readonly read_at: number;
}

/** A document whose package is owned, with what was last known about the document. */
export interface OwnedPackageRow {
  readonly artifact_id: string;
  readonly document_id: string;
  readonly original_id: string;
  readonly sha256: string;
  readonly stored_at: number;
  readonly title: string | null;
  readonly document_type: string | null;
  readonly security_code: string | null;
  readonly issuer_name: string | null;
  readonly summary: string | null;
}

export function artifactFiguresRows(store: Store) {
  const sql = {
    find: store.prepare<[string], ArtifactFiguresRow>("select * from artifact_figures where artifact_id = ?"),
    put: store.prepare<ArtifactFiguresRow>(
      `insert into artifact_figures (artifact_id, sha256, reader, fact_count, figures, refused, read_at)
       values (@artifact_id, @sha256, @reader, @fact_count, @figures, @refused, @read_at)
       on conflict (artifact_id) do update set sha256 = @sha256, reader = @reader, fact_count = @fact_count, figures = @figures,
         refused = @refused, read_at = @read_at`,
    ),
    packages: store.prepare<[string, string, number], OwnedPackageRow>(
      `select artifact_id, document_id, original_id, sha256, stored_at, title, document_type, security_code, issuer_name,
         summary
       from (select a.artifact_id, a.document_id, a.original_id, a.sha256, a.stored_at, c.title, c.document_type,
           c.security_code, c.issuer_name, c.summary,
           row_number() over (partition by a.document_id, a.original_id order by a.epoch desc) as place
         from artifacts a left join document_cards c
           on c.owner_id = a.owner_id and c.upstream = a.upstream and c.document_id = a.document_id
         where a.owner_id = ? and a.upstream = ? and a.kind = 'original' and a.unreadable is null
           and a.document_id is not null and (a.original_id = 'zip' or (a.media_type = 'application/zip'
             and a.original_id not in ('csv', 'english') and substr(a.original_id, 1, 10) <> 'attachment'))) as copies
       where place = 1 order by stored_at desc limit ?`,
    ),
  };
  return {
    find: (artifactId: string) => sql.find.get(artifactId),
    put: async (row: ArtifactFiguresRow) => {
      await sql.put.run(row);
    },
    ownedPackages: (ownerId: string, upstream: string, limit: number) => sql.packages.all(ownerId, upstream, limit),
  };
}
