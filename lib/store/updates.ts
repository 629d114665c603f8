import type { Store } from "./database.ts";

/** Reads what is new for an owner, for Today and for feeds, and notes what was seen. */
export interface UpdateRow {
  readonly seq: number;
  readonly source: string;
  readonly document_id: string;
  readonly event: "published" | "withdrawn";
  readonly document: string;
  readonly found_at: number;
}

export interface LookedRow {
  readonly source: string;
  readonly through_seq: number;
  readonly at: number;
}

export interface UpdateCounts {
  readonly source: string;
  readonly last_seq: number;
  readonly published: number;
  readonly amendments: number;
  readonly withdrawals: number;
}

const columns = "seq, source, document_id, event, document, update_sources.found_at as found_at";
const joined = "update_sources join updates using (update_id)";
const unseen = `update_sources.owner_id = @ownerId
  and seq > coalesce((select through_seq from looked_at as looked
    where looked.owner_id = update_sources.owner_id and looked.source = update_sources.source), 0)`;

/** How much is new of each source that has anything new. */
export async function countUnseen(store: Store, ownerId: string): Promise<UpdateCounts[]> {
  const rows = await store
    .prepare<{ ownerId: string }, UpdateCounts>(
      `select source, max(seq) as last_seq,
         sum(case when event = 'published' and amends_document_id is null then 1 else 0 end) as published,
         sum(case when event = 'published' and amends_document_id is not null then 1 else 0 end) as amendments,
         sum(case when event = 'withdrawn' then 1 else 0 end) as withdrawals
       from ${joined} where ${unseen} group by source order by max(seq) desc`,
    )
    .all({ ownerId });
  return rows.map(({ published, amendments, withdrawals, ...row }) => ({
    ...row,
    published: Number(published),
    amendments: Number(amendments),
    withdrawals: Number(withdrawals),
  }));
}

/** The newest updates of a source that were not seen, the last filed first. */
export function listUnseen(store: Store, ownerId: string, source: string, limit: number): Promise<UpdateRow[]> {
  return store
    .prepare<{ ownerId: string; source: string; limit: number }, UpdateRow>(
      `select ${columns} from ${joined} where ${unseen} and source = @source
       order by timeline_at desc nulls last, seq desc limit @limit`,
    )
    .all({ ownerId, source, limit });
}

export function listLooked(store: Store, ownerId: string): Promise<LookedRow[]> {
  return store
    .prepare<[string], LookedRow>("select source, through_seq, at from looked_at where owner_id = ?")
    .all(ownerId);
}

/** By a row, not the clock: what was found after the page was drawn stays new. Takes an earlier mark back. */
export async function saveLooked(store: Store, ownerId: string, rows: readonly LookedRow[]): Promise<void> {
  const save = store.prepare(
    `insert into looked_at (owner_id, source, through_seq, at) values (?, ?, ?, ?)
     on conflict (owner_id, source) do update set through_seq = excluded.through_seq, at = excluded.at`,
  );
  await store.atomically(async () => {
    for (const { source, through_seq, at } of rows) await save.run(ownerId, source, through_seq, at);
  });
}

/** The newest updates of a source or, for `all`, of every source, each once. */
export function listRecent(store: Store, ownerId: string, source: string, limit: number): Promise<UpdateRow[]> {
  return store
    .prepare<{ ownerId: string; source: string; limit: number }, UpdateRow>(
      `select ${columns} from ${joined} where seq in
         (select max(seq) from update_sources where owner_id = @ownerId and (@source = 'all' or source = @source)
          group by update_id)
       order by seq desc limit @limit`,
    )
    .all({ ownerId, source, limit });
}
