import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Store } from "./database.ts";
import { isNoneOf } from "./lists.ts";

/** Documents that were listed of each source of an owner, and which are new. All of one page is one transaction. */
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

const keptMs = 400 * 24 * 3_600_000;

export function listState(store: Store, ownerId: string, list: string): Promise<ListState | undefined> {
  return store
    .prepare<[string, string], ListState>(
      "select complete_day, deep_day, checked_at from update_lists where owner_id = ? and list = ?",
    )
    .get(ownerId, list);
}

/** A list is never read less far than it was. */
export async function saveListState(store: Store, ownerId: string, list: string, state: ListState): Promise<void> {
  await store
    .prepare(
      `insert into update_lists (owner_id, list, complete_day, deep_day, checked_at) values (?, ?, ?, ?, ?)
       on conflict (owner_id, list) do update set
         complete_day = case when excluded.complete_day > update_lists.complete_day then excluded.complete_day
           else update_lists.complete_day end,
         deep_day = coalesce(excluded.deep_day, update_lists.deep_day), checked_at = excluded.checked_at`,
    )
    .run(ownerId, list, state.complete_day, state.deep_day, state.checked_at);
}

export async function lastCheckedAt(store: Store, ownerId: string): Promise<number | undefined> {
  const row = await store
    .prepare<[string], { at: number | null }>("select min(checked_at) as at from update_lists where owner_id = ?")
    .get(ownerId);
  return row?.at ?? undefined;
}

export async function knownSources(store: Store, ownerId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await store
    .prepare<[string], { source: string; known_at: number }>(
      "select source, known_at from known_sources where owner_id = ?",
    )
    .all(ownerId);
  return new Map(rows.map(({ source, known_at }) => [source, known_at]));
}

export async function noteKnownSources(
  store: Store,
  ownerId: string,
  sources: readonly string[],
  nowMs: number,
): Promise<void> {
  const note = store.prepare(
    "insert into known_sources (owner_id, source, known_at) values (?, ?, ?) on conflict (owner_id, source) do nothing",
  );
  await store.atomically(async () => {
    for (const source of sources) await note.run(ownerId, source, nowMs);
  }, ownerId);
}

/** Forgets what is no longer followed, and what no list goes back to any more. */
export async function forgetUnfollowed(
  store: Store,
  ownerId: string,
  followed: { readonly lists: readonly string[]; readonly sources: readonly string[]; readonly dayBefore: string },
  nowMs: number,
): Promise<void> {
  await store.atomically(async () => {
    await store
      .prepare(`delete from update_lists where owner_id = ? and ${isNoneOf("list", followed.lists)}`)
      .run(ownerId, ...followed.lists);
    for (const table of ["known_sources", "listed_documents", "update_sources", "looked_at"]) {
      await store
        .prepare(`delete from ${table} where owner_id = ? and ${isNoneOf("source", followed.sources)}`)
        .run(ownerId, ...followed.sources);
    }
    await store.prepare("delete from listed_documents where owner_id = ? and day < ?").run(ownerId, followed.dayBefore);
    await store.prepare("delete from updates where owner_id = ? and found_at < ?").run(ownerId, nowMs - keptMs);
  }, ownerId);
}

/** In one transaction with the deliveries to webhooks, so that a crash neither loses nor doubles one. */
export async function storeListedPage(
  store: Store,
  ownerId: string,
  items: readonly ListedItem[],
  nowMs: number,
): Promise<number> {
  const known = store.prepare<[string, string, string], { withdrawn: number }>(
    "select withdrawn from listed_documents where owner_id = ? and source = ? and document_id = ?",
  );
  const list = store.prepare(
    `insert into listed_documents (owner_id, source, document_id, day, withdrawn) values (?, ?, ?, ?, ?)
     on conflict (owner_id, source, document_id) do update set day = excluded.day, withdrawn = excluded.withdrawn`,
  );
  const refresh = store.prepare(
    `update updates set document = @document, amends_document_id = @amends, timeline_at = @timelineAt
     where owner_id = @owner and document_id = @id and document <> @document`,
  );
  return store.atomically(async () => {
    let found = 0;
    for (const item of items) {
      const { documentId, source, withdrawn } = item;
      const before = await known.get(ownerId, source, documentId);
      await refresh.run({ ...toldOf(item.document), document: item.document, owner: ownerId, id: documentId });
      if (before !== undefined && before.withdrawn === Number(withdrawn)) continue;
      await list.run(ownerId, source, documentId, item.day, Number(withdrawn));
      if (before === undefined ? item.wasThere : !withdrawn) continue;
      await addUpdate(store, ownerId, item, nowMs);
      found++;
    }
    return found;
  }, ownerId);
}

async function addUpdate(store: Store, ownerId: string, item: ListedItem, nowMs: number): Promise<void> {
  const { documentId, source } = item;
  const event = item.withdrawn ? "withdrawn" : "published";
  await store
    .prepare(
      `insert into updates (owner_id, document_id, event, document, amends_document_id, timeline_at, found_at)
       values (@ownerId, @documentId, @event, @document, @amends, @timelineAt, @nowMs)
       on conflict (owner_id, document_id, event) do nothing`,
    )
    .run({ ...toldOf(item.document), ownerId, documentId, event, document: item.document, nowMs });
  const update = await store
    .prepare<[string, string, string], { update_id: number }>(
      "select update_id from updates where owner_id = ? and document_id = ? and event = ?",
    )
    .get(ownerId, documentId, event);
  if (update === undefined) throw new Error("An update that was stored is not there.");
  await store
    .prepare(
      `insert into update_sources (owner_id, source, update_id, found_at) values (?, ?, ?, ?)
       on conflict (owner_id, source, update_id) do nothing`,
    )
    .run(ownerId, source, update.update_id, nowMs);
  const webhooks = await store
    .prepare<[string, string], { webhook_id: string }>(
      "select webhook_id from webhooks where owner_id = ? and source in (?, 'all')",
    )
    .all(ownerId, source);
  const tell = store.prepare(
    `insert into deliveries (delivery_id, webhook_id, update_id, state, attempts, next_at, created_at)
     values (?, ?, ?, 'waiting', 0, ?, ?) on conflict (webhook_id, update_id) do nothing`,
  );
  for (const { webhook_id } of webhooks) {
    await tell.run(`dlv_${randomBytes(12).toString("hex")}`, webhook_id, update.update_id, nowMs, nowMs);
  }
}

const Told = z.object({
  amends_document_id: z.string().nullish().catch(null),
  timeline_at: z.string().nullish().catch(null),
});

function toldOf(document: string): { readonly amends: string | null; readonly timelineAt: string | null } {
  const { amends_document_id, timeline_at } = Told.parse(JSON.parse(document));
  return { amends: amends_document_id ?? null, timelineAt: timeline_at ?? null };
}
