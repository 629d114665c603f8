import { z } from "zod";
import { verifyPostgres } from "../../../service/storage/postgres/verify-store.ts";
import { query } from "../engines.ts";
import type { Machines } from "../machines.ts";

/** The two books of the machines, read from outside: what the web app says it bought, and what the service charged. */
export interface Books {
  readonly intents: readonly Intent[];
  readonly charges: readonly Charge[];
}

const Intent = z.object({
  intent_id: z.string(),
  owner_id: z.string(),
  kind: z.string(),
  params: z.string(),
  epoch: z.coerce.number(),
  idempotency_key: z.string(),
  state: z.string(),
  settle_at: z.coerce.number().nullable(),
  opened_at: z.coerce.number(),
  artifact_id: z.string().nullable(),
  sha256: z.string().nullable(),
  credits: z.coerce.number().nullable(),
  /** Why the web app can't read what it stored. */
  unreadable: z.string().nullable(),
});
export type Intent = z.infer<typeof Intent>;

const Charge = z.object({
  key_id: z.string(),
  idempotency_key: z.string(),
  credits: z.coerce.number(),
  count: z.coerce.number(),
  at_ms: z.coerce.number(),
});
export type Charge = z.infer<typeof Charge>;

const intentsSql = `
  select i.intent_id, i.owner_id, i.kind, i.params, i.epoch, i.idempotency_key, i.state, i.settle_at, i.opened_at,
    a.artifact_id, a.sha256, a.unreadable, l.credits
  from intents i left join artifacts a on a.intent_id = i.intent_id left join ledger l on l.intent_id = i.intent_id`;
const chargesSql = `
  SELECT key_id, idempotency_key, sum(credits)::int AS credits, count(*)::int AS count, min(at_ms) AS at_ms
  FROM ledger_entries WHERE kind = 'charge' AND idempotency_key IS NOT NULL GROUP BY 1, 2`;

/** The web app's book first: what it has stored then was charged before. Undefined while the database is away. */
export async function readBooks({ webDatabaseUrl, databaseUrl }: Machines): Promise<Books | undefined> {
  try {
    const intents = await query(webDatabaseUrl, intentsSql);
    const charges = await query(databaseUrl, chargesSql);
    return { intents: z.array(Intent).parse(intents), charges: z.array(Charge).parse(charges) };
  } catch (error) {
    if (error instanceof z.ZodError) throw error;
    return undefined;
  }
}

/** Undefined while the database is away. */
export async function driftsOf({ databaseUrl }: Machines): Promise<readonly string[] | undefined> {
  const { problems } = await verifyPostgres(databaseUrl);
  return problems.some((each) => each.startsWith("the database can't be read")) ? undefined : problems;
}

/** Credits that are set aside for requests under way, over all keys. */
export async function reservedOf({ databaseUrl }: Machines): Promise<number> {
  const [row] = await query(databaseUrl, "SELECT coalesce(sum(reserved), 0)::int AS reserved FROM api_keys");
  return Number(row?.["reserved"] ?? 0);
}
