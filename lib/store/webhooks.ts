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

export function addWebhook(store: Store, row: WebhookRow): boolean {
  const run = store.transaction(() => {
    if (listWebhooks(store, row.owner_id).length >= webhooksMax) return false;
    store
      .prepare<WebhookRow>(
        `insert into webhooks (webhook_id, owner_id, upstream, source, address, sealed_secret, created_at)
         values (@webhook_id, @owner_id, @upstream, @source, @address, @sealed_secret, @created_at)`,
      )
      .run(row);
    return true;
  });
  return run.immediate();
}

export function listWebhooks(store: Store, ownerId: string): WebhookRow[] {
  return store
    .prepare<[string], WebhookRow>("select * from webhooks where owner_id = ? order by created_at, webhook_id")
    .all(ownerId);
}

/** Ends the webhook with all its deliveries. With the owner's last feed and webhook the kept key goes too. */
export function revokeWebhook(
  store: Store,
  ownerId: string,
  webhookId: string,
): { revoked: boolean; keyLetGo: boolean } {
  const run = store.transaction(() => {
    const remove = store.prepare("delete from webhooks where owner_id = ? and webhook_id = ?");
    return { revoked: remove.run(ownerId, webhookId).changes > 0, keyLetGo: letGoOfUnusedKey(store, ownerId) };
  });
  return run.immediate();
}

/** The last deliveries of a webhook, those that still wait first. */
export function listDeliveries(store: Store, webhookId: string, limit: number): DeliveryRow[] {
  return store
    .prepare<[string, number], DeliveryRow>(
      `select * from deliveries where webhook_id = ?
       order by state = 'waiting' desc, coalesce(settled_at, created_at) desc, delivery_id limit ?`,
    )
    .all(webhookId, limit);
}

export function addTestDelivery(store: Store, webhookId: string, deliveryId: string, nowMs: number): void {
  store
    .prepare(
      `insert into deliveries (delivery_id, webhook_id, state, attempts, next_at, created_at)
       values (?, ?, 'waiting', 0, ?, ?)`,
    )
    .run(deliveryId, webhookId, nowMs, nowMs);
}

/** The next delivery of each webhook that is due, so that a slow receiver holds back no other. */
export function dueDeliveries(store: Store, nowMs: number, limit: number): DueDelivery[] {
  return store
    .prepare<[number, number], DueDelivery>(
      `select deliveries.*, webhooks.owner_id, address, sealed_secret, event, document, found_at
       from (select min(rowid) as first from deliveries where state = 'waiting' and next_at <= ?
             group by webhook_id order by min(next_at) limit ?)
       join deliveries on deliveries.rowid = first
       join webhooks using (webhook_id) left join updates using (update_id)`,
    )
    .all(nowMs, limit);
}

export interface Outcome {
  readonly state: DeliveryRow["state"];
  readonly nextAt: number;
  readonly status: number | null;
  readonly problem: string | null;
}

/** Written after the answer: a crash before it sends the same delivery again, under the same id. */
export function noteOutcome(store: Store, delivery: DeliveryRow, outcome: Outcome, nowMs: number): void {
  const run = store.transaction(() => {
    store
      .prepare(
        `update deliveries set state = @state, attempts = attempts + 1, next_at = @nextAt, status = @status,
           problem = @problem, settled_at = @settledAt where delivery_id = @id`,
      )
      .run({ ...outcome, settledAt: outcome.state === "waiting" ? null : nowMs, id: delivery.delivery_id });
    if (outcome.state === "waiting") return;
    store
      .prepare(
        `delete from deliveries where webhook_id = @id and state <> 'waiting' and update_id is null
           and delivery_id not in (select delivery_id from deliveries where webhook_id = @id and state <> 'waiting'
             order by settled_at desc limit ${settledKept})`,
      )
      .run({ id: delivery.webhook_id });
  });
  run.immediate();
}

export function countWaitingDeliveries(store: Store): number {
  return Number(store.prepare("select count(*) from deliveries where state = 'waiting'").pluck().get());
}
