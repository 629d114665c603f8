import type { Store } from "./database.ts";

export interface DossierRow {
  readonly answer_id: string;
  readonly owner_id: string;
  /** The service from which it was answered. */
  readonly upstream: string;
  /** The signed record as JSON, unchanged since it was signed. */
  readonly record: string;
  readonly issued_at: number;
  /** Null where it is not shared. */
  readonly share_id: string | null;
  readonly shared_at: number | null;
  readonly recheck: string | null;
}

export function findDossier(store: Store, ownerId: string, answerId: string): DossierRow | undefined {
  return store
    .prepare<[string, string], DossierRow>("select * from dossiers where answer_id = ? and owner_id = ?")
    .get(answerId, ownerId);
}

export function findSharedDossier(store: Store, shareId: string): DossierRow | undefined {
  return store.prepare<[string], DossierRow>("select * from dossiers where share_id = ?").get(shareId);
}

/** The dossier that is kept already, or else this one: of two that are signed at once the first stays. */
export function keepDossier(
  store: Store,
  row: Pick<DossierRow, "answer_id" | "owner_id" | "upstream" | "record" | "issued_at">,
): DossierRow | undefined {
  store
    .prepare(
      `insert into dossiers (answer_id, owner_id, upstream, record, issued_at)
       values (@answer_id, @owner_id, @upstream, @record, @issued_at) on conflict do nothing`,
    )
    .run(row);
  return findDossier(store, row.owner_id, row.answer_id);
}

/** Shared again, it keeps its address; once unshared, the next one is another. */
export function shareDossier(
  store: Store,
  { answerId, shareId, at }: { readonly answerId: string; readonly shareId: string; readonly at: number },
): string {
  store
    .prepare("update dossiers set share_id = ?, shared_at = ? where answer_id = ? and share_id is null")
    .run(shareId, at, answerId);
  const known = store.prepare<[string], string>("select share_id from dossiers where answer_id = ?").pluck();
  return String(known.get(answerId));
}

export function unshareDossier(store: Store, ownerId: string, answerId: string): void {
  store
    .prepare("update dossiers set share_id = null, shared_at = null where owner_id = ? and answer_id = ?")
    .run(ownerId, answerId);
}

export function noteRecheck(store: Store, answerId: string, recheck: string): void {
  store.prepare("update dossiers set recheck = ? where answer_id = ?").run(recheck, answerId);
}
