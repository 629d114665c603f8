import { isUnclaimed } from "./claims.ts";
import type { Store } from "./database.ts";
import { letGoOfUnusedKey } from "./kept-keys.ts";

/** An address that is told every update of a source, and what became of each telling. */
export interface WebhookRow {
  readonly webhook_id: string;
  readonly owner_id: string;
  readonly upstream: string;
  readonly source: string;
  readonly address: string;
  readonly sealed_secret: string;
  readonly created_at: number;
}

export interface DeliveryRow {
  readonly delivery_id: string;
  readonly webhook_id: string;
  /** Null for a test. */
  readonly update_id: number | null;
  readonly state: "waiting" | "delivered" | "failed";
  readonly attempts: number;
  readonly next_at: number;
  readonly status: number | null;
  readonly problem: string | null;
  readonly created_at: number;
  readonly settled_at: number | null;
}

/** A delivery with what it needs to be sent. */
export interface DueDelivery extends DeliveryRow, Pick<WebhookRow, "owner_id" | "address" | "sealed_secret"> {
  readonly event: "published" | "withdrawn" | null;
  readonly document: string | null;
  readonly found_at: number | null;
}

export const webhooksMax = 20;
/** How many settled deliveries of a webhook are kept. */
const settledKept = 50;

export function addWebhook(store: Store, row: WebhookRow): Promise<boolean> {
  return store.atomically(async () => {
    if ((await listWebhooks(store, row.owner_id)).length >= webhooksMax) return false;
    await store
      .prepare<WebhookRow>(
        `insert into webhooks (webhook_id, owner_id, upstream, source, address, sealed_secret, created_at)
         values (@webhook_id, @owner_id, @upstream, @source, @address, @sealed_secret, @created_at)`,
      )
      .run(row);
    return true;
  }, row.owner_id);
}

export function listWebhooks(store: Store, ownerId: string): Promise<WebhookRow[]> {
  return store
    .prepare<[string], WebhookRow>("select * from webhooks where owner_id = ? order by created_at, webhook_id")
    .all(ownerId);
}

/** Ends the webhook with all its deliveries. With the owner's last feed and webhook the kept key goes too. */
export function revokeWebhook(
  store: Store,
  ownerId: string,
  webhookId: string,
): Promise<{ revoked: boolean; keyLetGo: boolean }> {
  return store.atomically(async () => {
    const remove = store.prepare("delete from webhooks where owner_id = ? and webhook_id = ?");
    return {
      revoked: (await remove.run(ownerId, webhookId)).changes > 0,
      keyLetGo: await letGoOfUnusedKey(store, ownerId),
    };
  }, ownerId);
}

/** The last deliveries of a webhook, those that still wait first. */
export function listDeliveries(store: Store, webhookId: string, limit: number): Promise<DeliveryRow[]> {
  return store
    .prepare<[string, number], DeliveryRow>(
      `select * from deliveries where webhook_id = ?
       order by state = 'waiting' desc, coalesce(settled_at, created_at) desc, delivery_id limit ?`,
    )
    .all(webhookId, limit);
}

export async function addTestDelivery(
  store: Store,
  webhookId: string,
  deliveryId: string,
  nowMs: number,
): Promise<void> {
  await store
    .prepare(
      `insert into deliveries (delivery_id, webhook_id, state, attempts, next_at, created_at)
       values (?, ?, 'waiting', 0, ?, ?)`,
    )
    .run(deliveryId, webhookId, nowMs, nowMs);
}

/** The claim of the process that sends the deliveries of a webhook. */
export const sending = (webhookId: string) => `webhook ${webhookId}`;

/** One of each webhook to which no process is sending, so that a slow receiver holds back no other. */
export function dueDeliveries(store: Store, now: number, limit: number): Promise<DueDelivery[]> {
  return store
    .prepare<{ now: number; limit: number }, DueDelivery>(
      `select deliveries.*, webhooks.owner_id, address, sealed_secret, event, document, found_at
       from (select delivery_id, row_number() over
               (partition by webhook_id order by created_at, coalesce(update_id, 0), delivery_id) as place
             from deliveries where state = 'waiting' and next_at <= @now
               and ${isUnclaimed("'webhook ' || deliveries.webhook_id")}) as due
       join deliveries on deliveries.delivery_id = due.delivery_id
       join webhooks on webhooks.webhook_id = deliveries.webhook_id
       left join updates on updates.update_id = deliveries.update_id
       where place = 1 order by next_at, deliveries.delivery_id limit @limit`,
    )
    .all({ now, limit });
}

/** Nothing has become of it since it was read. */
export async function isStillDue(store: Store, delivery: DeliveryRow): Promise<boolean> {
  const waiting = store.prepare<[string, number]>(
    "select delivery_id from deliveries where delivery_id = ? and state = 'waiting' and attempts = ?",
  );
  return (await waiting.get(delivery.delivery_id, delivery.attempts)) !== undefined;
}

export interface Outcome {
  readonly state: DeliveryRow["state"];
  readonly nextAt: number;
  readonly status: number | null;
  readonly problem: string | null;
}

/**
 * Written after the answer: a crash before it sends the same delivery again, under the same id. Changes nothing where
 * another process has written an outcome of the same attempt meanwhile.
 */
export async function noteOutcome(store: Store, delivery: DeliveryRow, outcome: Outcome, nowMs: number): Promise<void> {
  await store.atomically(async () => {
    await store
      .prepare(
        `update deliveries set state = @state, attempts = attempts + 1, next_at = @nextAt, status = @status,
           problem = @problem, settled_at = @settledAt
         where delivery_id = @id and state = 'waiting' and attempts = @attempts`,
      )
      .run({
        ...{ ...outcome, settledAt: outcome.state === "waiting" ? null : nowMs },
        ...{ id: delivery.delivery_id, attempts: delivery.attempts },
      });
    if (outcome.state === "waiting") return;
    await store
      .prepare(
        `delete from deliveries where webhook_id = @id and state <> 'waiting' and update_id is null
           and delivery_id not in (select delivery_id from deliveries where webhook_id = @id and state <> 'waiting'
             order by settled_at desc limit ${settledKept})`,
      )
      .run({ id: delivery.webhook_id });
  });
}

export async function countWaitingDeliveries(store: Store): Promise<number> {
  const row = await store
    .prepare<[], { count: number }>("select count(*) as count from deliveries where state = 'waiting'")
    .get();
  return Number(row?.count);
}
