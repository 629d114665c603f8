import type { Store } from "./database.ts";

/** Counts over the whole store, for operators. */
interface Counted {
  readonly count: number;
}

export async function countOpenIntents(store: Store): Promise<Readonly<Record<string, number>>> {
  const rows = await store
    .prepare<[], Counted & { state: string }>(
      "select state, count(*) as count from intents where state in ('intent', 'sent', 'unknown') group by state",
    )
    .all();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

export async function countSessions(store: Store): Promise<number> {
  return Number((await store.prepare<[], Counted>("select count(*) as count from sessions").get())?.count);
}

export async function countOwners(store: Store): Promise<number> {
  return Number((await store.prepare<[], Counted>("select count(*) as count from owners").get())?.count);
}
