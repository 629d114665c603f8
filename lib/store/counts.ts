import { z } from "zod";
import type { Store } from "./database.ts";

/** Counts over the whole store, for operators. */
const ByState = z.array(z.object({ state: z.string(), count: z.number() }));
const Count = z.number();

export function countOpenIntents(store: Store): Readonly<Record<string, number>> {
  const rows = store
    .prepare("select state, count(*) as count from intents where state in ('intent', 'sent', 'unknown') group by state")
    .all();
  return Object.fromEntries(ByState.parse(rows).map(({ state, count }) => [state, count]));
}

export function countSessions(store: Store): number {
  return Count.parse(store.prepare("select count(*) from sessions").pluck().get());
}

export function countOwners(store: Store): number {
  return Count.parse(store.prepare("select count(*) from owners").pluck().get());
}
