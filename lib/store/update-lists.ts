import type { Store } from "./database.ts";

/** What has been listed of each source of an owner, and which of it is new. All of one page is one transaction. */
export interface ListState {
  readonly complete_day: string;
  readonly deep_day: string | null;
  readonly checked_at: number;
}

/** A document of a page, with the sources that its list was asked for. */
export interface ListedItem {
  readonly documentId: string;
  readonly source: string;
  readonly day: string;
  readonly withdrawn: boolean;
  /** True where it was filed before its source was followed, so that it is not new. */
  readonly wasThere: boolean;
  /** The record as JSON, for pages and feeds. */
  readonly document: string;
}

/** How long updates are kept. */
const keptMs = 400 * 24 * 3_600_000;

export function listState(store: Store, ownerId: string, list: string): ListState | undefined {
  return store
    .prepare<[string, string], ListState>(
      "select complete_day, deep_day, checked_at from update_lists where owner_id = ? and list = ?",
    )
    .get(ownerId, list);
}

/** A list is never read less far than it was. */
export function saveListState(store: Store, ownerId: string, list: string, state: ListState): void {
  store
    .prepare(
      `insert into update_lists (owner_id, list, complete_day, deep_day, checked_at) values (?, ?, ?, ?, ?)
       on conflict (owner_id, list) do update set complete_day = max(complete_day, excluded.complete_day),
         deep_day = coalesce(excluded.deep_day, deep_day), checked_at = excluded.checked_at`,
    )
    .run(ownerId, list, state.complete_day, state.deep_day, state.checked_at);
}

export function lastCheckedAt(store: Store, ownerId: string): number | undefined {
  const at = store.prepare("select min(checked_at) from update_lists where owner_id = ?").pluck().get(ownerId);
  return typeof at === "number" ? at : undefined;
}

export function knownSources(store: Store, ownerId: string): ReadonlyMap<string, number> {
  const rows = store
    .prepare<[string], { source: string; known_at: number }>(
      "select source, known_at from known_sources where owner_id = ?",
    )
    .all(ownerId);
  return new Map(rows.map(({ source, known_at }) => [source, known_at]));
}

export function noteKnownSources(store: Store, ownerId: string, sources: readonly string[], nowMs: number): void {
  const note = store.prepare("insert or ignore into known_sources (owner_id, source, known_at) values (?, ?, ?)");
  store.transaction(() => sources.forEach((source) => note.run(ownerId, source, nowMs))).immediate();
}

/** Forgets what is no longer followed, and what no list goes back to any more. */
export function forgetUnfollowed(
  store: Store,
  ownerId: string,
  followed: { readonly lists: readonly string[]; readonly sources: readonly string[]; readonly dayBefore: string },
  nowMs: number,
): void {
  const lists = JSON.stringify(followed.lists);
  const sources = JSON.stringify(followed.sources);
  const run = store.transaction(() => {
    store
      .prepare("delete from update_lists where owner_id = ? and list not in (select value from json_each(?))")
      .run(ownerId, lists);
    for (const table of ["known_sources", "listed_documents", "update_sources", "looked_at"]) {
      store
        .prepare(`delete from ${table} where owner_id = ? and source not in (select value from json_each(?))`)
        .run(ownerId, sources);
    }
    store.prepare("delete from listed_documents where owner_id = ? and day < ?").run(ownerId, followed.dayBefore);
    store.prepare("delete from updates where owner_id = ? and found_at < ?").run(ownerId, nowMs - keptMs);
  });
  run.immediate();
}

/**
 * Stores a page of a list: what it has that its sources did not list before, each once, and the deliveries to the
 * webhooks that are told it. All in one transaction, so that a crash neither loses nor doubles a document.
 */
export function storeListedPage(store: Store, ownerId: string, items: readonly ListedItem[], nowMs: number): number {
  const known = store.prepare<[string, string, string], { withdrawn: number }>(
    "select withdrawn from listed_documents where owner_id = ? and source = ? and document_id = ?",
  );
  const list = store.prepare(
    `insert into listed_documents (owner_id, source, document_id, day, withdrawn) values (?, ?, ?, ?, ?)
     on conflict do update set day = excluded.day, withdrawn = excluded.withdrawn`,
  );
  const refresh = store.prepare(
    "update updates set document = @document where owner_id = @owner and document_id = @id and document <> @document",
  );
  const run = store.transaction(() => {
    let found = 0;
    for (const item of items) {
      const { documentId, source, withdrawn } = item;
      const before = known.get(ownerId, source, documentId);
      refresh.run({ document: item.document, owner: ownerId, id: documentId });
      if (before !== undefined && before.withdrawn === Number(withdrawn)) continue;
      list.run(ownerId, source, documentId, item.day, Number(withdrawn));
      if (before === undefined ? item.wasThere : !withdrawn) continue;
      addUpdate(store, ownerId, item, nowMs);
      found++;
    }
    return found;
  });
  return run.immediate();
}

function addUpdate(store: Store, ownerId: string, item: ListedItem, nowMs: number): void {
  const { documentId, source } = item;
  const event = item.withdrawn ? "withdrawn" : "published";
  store
    .prepare("insert or ignore into updates (owner_id, document_id, event, document, found_at) values (?, ?, ?, ?, ?)")
    .run(ownerId, documentId, event, item.document, nowMs);
  const updateId = store
    .prepare<[string, string, string], number>(
      "select update_id from updates where owner_id = ? and document_id = ? and event = ?",
    )
    .pluck()
    .get(ownerId, documentId, event);
  store
    .prepare("insert or ignore into update_sources (owner_id, source, update_id, found_at) values (?, ?, ?, ?)")
    .run(ownerId, source, updateId, nowMs);
  store
    .prepare(
      `insert or ignore into deliveries (delivery_id, webhook_id, update_id, state, attempts, next_at, created_at)
       select 'dlv_' || lower(hex(randomblob(12))), webhook_id, @updateId, 'waiting', 0, @nowMs, @nowMs
       from webhooks where owner_id = @ownerId and source in (@source, 'all')`,
    )
    .run({ updateId: updateId as number, nowMs, ownerId, source });
}
