import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { checkAgents } from "../lib/spending/simulation/agents.ts";
import { sha256Of } from "../lib/spending/simulation/environment.ts";
import type { Store } from "../lib/store/database.ts";
import type { LedgerLine, SoakService } from "./soak-service.ts";

/** The app's books after a kill test, compared with the service's, intent by intent. */
export interface ComparedBooks {
  readonly intents: number;
  readonly charged: number;
  readonly doubled: number;
  readonly lost: number;
  readonly unknown: number;
  /** In words. */
  readonly broken: readonly string[];
}

interface Row {
  readonly intent_id: string;
  readonly owner_id: string;
  readonly idempotency_key: string;
  readonly state: string;
  readonly opened_at: number;
  readonly settle_at: number | null;
  readonly sha256: string | null;
  readonly unreadable: string | null;
  readonly credits: number | null;
}

interface Books {
  readonly store: Store;
  readonly service: SoakService;
  readonly folder: string;
  readonly idempotent: boolean;
  /** Owners who may not spend more than this. */
  readonly limits?: Readonly<Record<string, number>>;
}

const settledWithinMs = 90_000;

export async function compareBooks({ store, service, folder, idempotent, limits = {} }: Books): Promise<ComparedBooks> {
  const rows = await store
    .prepare<[], Row>(
      `select intents.intent_id, intents.owner_id, idempotency_key, state, opened_at, settle_at, sha256, unreadable,
         ledger.credits
       from intents left join artifacts using (intent_id) left join ledger using (intent_id)`,
    )
    .all();
  const { ledger } = service;
  const byKey = new Map(rows.map((row) => [row.idempotency_key, row]));
  const charges = Map.groupBy(ledger, (line) => line.idempotencyKey);
  const ownerOf = (line: LedgerLine) => byKey.get(line.idempotencyKey)?.owner_id;
  // Parts that an owner bought twice by choices that overlap.
  const pieces = ledger.flatMap((line) => line.pieces.map((piece) => `${ownerOf(line)} ${piece}`));
  const overspent = Object.entries(limits).flatMap(([owner, most]) => {
    const spent = ledger.filter((line) => ownerOf(line) === owner).reduce((sum, { credits }) => sum + credits, 0);
    return spent > most ? [`${spent} were spent under a limit of ${most}`] : [];
  });
  return {
    intents: rows.length,
    charged: ledger.length,
    unknown: rows.filter(({ state }) => state === "unknown").length,
    doubled: [...charges.values()].filter(({ length }) => length > 1).length + pieces.length - new Set(pieces).size,
    lost: [...charges.keys()].filter((key) => !isThere(folder, byKey.get(key))).length,
    broken: [
      ...rows.flatMap((row) => wrongIn(row, charges.get(row.idempotency_key) ?? [], idempotent)),
      ...(await look(store)),
      ...(await checkAgents(store, ledger, byKey)),
      ...overspent,
    ],
  };
}

/** At any moment: what is stored is booked and has its bytes named, and nothing else is booked. */
export async function look(store: Store): Promise<string[]> {
  const wrong = await store
    .prepare<[], { intent_id: string; state: string }>(
      `select intent_id, state from intents left join ledger using (intent_id) left join artifacts using (intent_id)
       where (state = 'stored') <> (entry_id is not null) or (state = 'stored') <> (artifact_id is not null)`,
    )
    .all();
  return wrong.map(({ intent_id, state }) => `${intent_id} is ${state}, and the books say otherwise`);
}

/** Until each purchase has an outcome, or an unknown one that is no longer asked for, and what was stored was read. */
export async function settled(store: Store): Promise<void> {
  const open = store.prepare<[], { count: number }>(
    `select (select count(*) from intents where state in ('intent', 'sent') or (state = 'unknown' and settle_at is not null))
       + (select count(*) from basket_runs where ended_at is null)
       + (select count(*) from artifacts where unreadable = 'not read yet') as count`,
  );
  for (const endMs = Date.now() + settledWithinMs; Number((await open.get())?.count) > 0; await delay(50)) {
    if (Date.now() > endMs) return;
  }
}

/** Stored with its bytes, or shown as unknown. */
function isThere(folder: string, row: Row | undefined): boolean {
  if (row?.state === "unknown") return true;
  if (row?.state !== "stored" || row.sha256 === null) return false;
  return sha256Of(readFileSync(path.join(folder, "bodies", row.sha256.slice(0, 2), row.sha256))) === row.sha256;
}

function wrongIn(row: Row, charges: readonly LedgerLine[], idempotent: boolean): string[] {
  const { intent_id, state } = row;
  const [charge] = charges;
  if (state === "intent" || state === "sent" || row.settle_at !== null)
    return [`${intent_id} has no outcome (${state})`];
  if (state === "unknown") return idempotent ? [`${intent_id} stays unknown`] : [];
  if (state === "failed") return charge === undefined ? [] : [`${intent_id} failed and was charged`];
  if (row.unreadable !== null) return [`${intent_id} can't be read: ${row.unreadable}`];
  if (charge === undefined) return [`${intent_id} is stored and was not charged`];
  return row.credits === charge.credits ? [] : [`${intent_id} is booked with ${row.credits} of ${charge.credits}`];
}
