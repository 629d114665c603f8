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

export function findDossier(store: Store, ownerId: string, answerId: string): Promise<DossierRow | undefined> {
  return store
    .prepare<[string, string], DossierRow>("select * from dossiers where answer_id = ? and owner_id = ?")
    .get(answerId, ownerId);
}

export function findSharedDossier(store: Store, shareId: string): Promise<DossierRow | undefined> {
  return store.prepare<[string], DossierRow>("select * from dossiers where share_id = ?").get(shareId);
}

/** The dossier that is kept already, or else this one: of two that are signed at once the first stays. */
export async function keepDossier(
  store: Store,
  row: Pick<DossierRow, "answer_id" | "owner_id" | "upstream" | "record" | "issued_at">,
): Promise<DossierRow | undefined> {
  await store
    .prepare(
      `insert into dossiers (answer_id, owner_id, upstream, record, issued_at)
       values (@answer_id, @owner_id, @upstream, @record, @issued_at) on conflict (answer_id) do nothing`,
    )
    .run(row);
  return findDossier(store, row.owner_id, row.answer_id);
}

/** Shared again, it keeps its address; once unshared, the next one is another. */
export async function shareDossier(
  store: Store,
  { answerId, shareId, at }: { readonly answerId: string; readonly shareId: string; readonly at: number },
): Promise<string> {
  await store
    .prepare("update dossiers set share_id = ?, shared_at = ? where answer_id = ? and share_id is null")
    .run(shareId, at, answerId);
  const known = store.prepare<[string], { share_id: string }>("select share_id from dossiers where answer_id = ?");
  return String((await known.get(answerId))?.share_id);
}

export async function unshareDossier(store: Store, ownerId: string, answerId: string): Promise<void> {
  await store
    .prepare("update dossiers set share_id = null, shared_at = null where owner_id = ? and answer_id = ?")
    .run(ownerId, answerId);
}

export async function noteRecheck(store: Store, answerId: string, recheck: string): Promise<void> {
  await store.prepare("update dossiers set recheck = ? where answer_id = ?").run(recheck, answerId);
}
