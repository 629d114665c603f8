import type { PurchaseKind } from "../text/purchase-kinds.ts";
import type { Store } from "./database.ts";

/** The states of a paid request. Final are `stored`, `failed` and, once it is no longer being settled, `unknown`. */
export const intentStates = ["intent", "sent", "stored", "failed", "unknown"] as const;
export type IntentState = (typeof intentStates)[number];

export interface IntentRow {
  readonly intent_id: string;
  readonly owner_id: string;
  readonly upstream: string;
  readonly kind: PurchaseKind;
  readonly params: string;
  readonly epoch: number;
  readonly key_id: string;
  readonly idempotency_key: string;
  readonly document_id: string | null;
  readonly page_number: number | null;
  readonly original_id: string | null;
  readonly state: IntentState;
  readonly credits_min: number;
  readonly credits_max: number;
  /** How long the service promised, at the first sending, to recognise the idempotency key; null: not at all. */
  readonly retention_seconds: number | null;
  readonly balance_before: number | null;
  readonly reset_before: string | null;
  readonly attempts: number;
  /** 1: an attempt may have been charged although it brought no answer. */
  readonly ambiguous: number;
  /** When an unknown outcome is checked again; null: it stays unknown. */
  readonly settle_at: number | null;
  readonly created_at: number;
  /** When it was last confirmed, which is the day it counts for in the budget. */
  readonly opened_at: number;
  readonly sent_at: number | null;
  readonly settled_at: number | null;
  readonly error: string | null;
  readonly label: string | null;
  readonly subject: string | null;
  /** The process that runs it, and until when that is taken to live; null while it waits for its turn in a basket. */
  readonly runner: string | null;
  readonly lease_until: number | null;
}

/** A process that takes something to run: `isAlone` where no other can live, so that whatever ran before has ended. */
export interface Taking {
  readonly runner: string;
  readonly now: number;
  readonly lease_until: number;
  readonly isAlone: boolean;
}

/** How a run of a process ended. */
export interface Ended {
  readonly runner: string;
  readonly at: number;
  readonly error: string;
}

export type NewIntent = Pick<
  IntentRow,
  | "intent_id"
  | "owner_id"
  | "upstream"
  | "kind"
  | "params"
  | "epoch"
  | "key_id"
  | "idempotency_key"
  | "document_id"
  | "page_number"
  | "original_id"
  | "credits_min"
  | "credits_max"
  | "created_at"
  | "label"
  | "subject"
  | "runner"
  | "lease_until"
>;

export interface KeyStateRow {
  readonly key_id: string;
  readonly balance: number | null;
  readonly reset: string | null;
  readonly observed_at: number | null;
  readonly retention_seconds: number | null;
  readonly limited_from: number | null;
  readonly limited_until: number | null;
  readonly quota_until: number | null;
}

export interface ObservedKey
  extends Pick<KeyStateRow, "key_id" | "balance" | "reset" | "observed_at" | "retention_seconds"> {
  /** Nothing was said of the promise to recognise repeated requests: what was promised before stays. */
  readonly keeps_retention: boolean;
}

export interface PaidKeyRow {
  readonly key_id: string;
  readonly owner_id: string;
  readonly upstream: string;
  readonly sealed_key: string;
}

export interface PurchaseRow {
  readonly purchase_id: string;
  readonly owner_id: string;
  readonly token_hash: string;
  readonly action: string;
  readonly created_at: number;
}

const open = "('intent', 'sent', 'unknown')";

export function purchaseRows(store: Store) {
  const sql = {
    latest: store.prepare<[string, string, string, string], IntentRow>(
      "select * from intents where owner_id = ? and upstream = ? and kind = ? and params = ? order by epoch desc limit 1",
    ),
    intent: store.prepare<[string], IntentRow>("select * from intents where intent_id = ?"),
    insert: store.prepare<NewIntent>(
      `insert into intents (intent_id, owner_id, upstream, kind, params, epoch, key_id, idempotency_key, document_id,
         page_number, original_id, state, credits_min, credits_max, created_at, opened_at, label, subject, runner, lease_until)
       values (@intent_id, @owner_id, @upstream, @kind, @params, @epoch, @key_id, @idempotency_key, @document_id,
         @page_number, @original_id, 'intent', @credits_min, @credits_max, @created_at, @created_at, @label, @subject,
         @runner, @lease_until)`,
    ),
    reopen: store.prepare(
      `update intents set state = 'intent', key_id = @key_id, idempotency_key = @idempotency_key, opened_at = @opened_at,
         credits_min = @credits_min, credits_max = @credits_max, settled_at = null, error = null,
         label = coalesce(@label, label), attempts = 0, runner = @runner, lease_until = @lease_until
       where intent_id = @intent_id and state = 'failed'`,
    ),
    openIntents: store.prepare<[string, string, string], IntentRow>(
      `select * from intents where owner_id = ? and upstream = ? and document_id = ? and state in ${open}`,
    ),
    reserved: store.prepare<[string], { credits: number }>(
      `select coalesce(sum(credits_max), 0) as credits from intents where key_id = ? and state in ('intent', 'sent')`,
    ),
    busy: store.prepare<[string, string], { count: number }>(
      `select count(*) as count from intents where key_id = ? and intent_id <> ?
         and (state = 'sent' or (state = 'unknown' and settle_at is not null))`,
    ),
    sent: store.prepare(
      `update intents set state = 'sent', attempts = attempts + 1, sent_at = coalesce(sent_at, @sent_at),
         retention_seconds = coalesce(retention_seconds, @retention_seconds),
         balance_before = @balance_before, reset_before = @reset_before
       where intent_id = @intent_id and state in ${open} and runner = @runner`,
    ),
    take: store.prepare(
      `update intents set runner = @runner, lease_until = @lease_until
       where intent_id = @intent_id and state = @state
         and (runner = @runner or @isAlone = 1 or lease_until is null or lease_until < @now)`,
    ),
    renew: store.prepare(`update intents set lease_until = @lease_until where state in ${open} and runner = @runner`),
    letGo: store.prepare<[string]>(`update intents set lease_until = 0 where state in ${open} and runner = ?`),
    ambiguous: store.prepare("update intents set ambiguous = 1 where intent_id = ?"),
    stored: store.prepare(
      `update intents set state = 'stored', settled_at = @at, settle_at = null, ambiguous = 0, error = null
       where intent_id = @intent_id and state in ${open}`,
    ),
    failed: store.prepare(
      `update intents set state = 'failed', settled_at = @at, settle_at = null, ambiguous = 0, error = @error,
         sent_at = null, retention_seconds = null
       where intent_id = @intent_id and state in ${open} and runner = @runner`,
    ),
    unsentFailed: store.prepare(
      `update intents set state = 'failed', settled_at = @at, settle_at = null, ambiguous = 0, error = @error
       where intent_id = @intent_id and state = 'intent'`,
    ),
    settleAgain: store.prepare(
      `update intents set settle_at = @now, runner = @runner, lease_until = @lease_until
       where intent_id = @intent_id and state = 'unknown' and settle_at is null`,
    ),
    unknown: store.prepare(
      `update intents set state = 'unknown', settle_at = @settle_at, error = @error, settled_at = coalesce(settled_at, @at)
       where intent_id = @intent_id and state in ${open} and runner = @runner`,
    ),
    unsettled: store.prepare<[], IntentRow>(
      `select * from intents where state in ('intent', 'sent') or (state = 'unknown' and settle_at is not null)
       order by created_at, intent_id`,
    ),
    stopped: store.prepare<[string], IntentRow>(
      "select * from intents where key_id = ? and state = 'unknown' and settle_at is null and retention_seconds is not null",
    ),
    insertPurchase: store.prepare<PurchaseRow>(
      `insert into purchases (purchase_id, owner_id, token_hash, action, created_at)
       values (@purchase_id, @owner_id, @token_hash, @action, @created_at)`,
    ),
    join: store.prepare<[string, number, string]>(
      "insert into purchase_intents (purchase_id, position, intent_id) values (?, ?, ?)",
    ),
    purchase: store.prepare<[string], PurchaseRow>("select * from purchases where purchase_id = ?"),
    byToken: store.prepare<[string], PurchaseRow>("select * from purchases where token_hash = ?"),
    intentsOf: store.prepare<[string], IntentRow>(
      `select intents.* from purchase_intents join intents using (intent_id) where purchase_id = ? order by position`,
    ),
    joined: store.prepare<[string], { intent_id: string }>(
      `select intent_id from purchase_intents as mine join purchases as own using (purchase_id) join intents using (intent_id)
       where purchase_id = ? and exists
         (select 1 from purchase_intents as other join purchases on purchases.purchase_id = other.purchase_id
          where other.intent_id = mine.intent_id and purchases.created_at >= opened_at
            and (purchases.created_at < own.created_at
              or (purchases.created_at = own.created_at and purchases.purchase_id < own.purchase_id)))`,
    ),
    keyState: store.prepare<[string], KeyStateRow>("select * from key_states where key_id = ?"),
    observe: store.prepare(
      `insert into key_states (key_id, balance, reset, observed_at, retention_seconds)
       values (@key_id, @balance, @reset, @observed_at, @retention_seconds)
       on conflict (key_id) do update set balance = coalesce(excluded.balance, key_states.balance),
         reset = excluded.reset, observed_at = excluded.observed_at,
         retention_seconds = case when @keeps = 1 then key_states.retention_seconds else excluded.retention_seconds end,
         quota_until = case when excluded.balance > 0 then null else key_states.quota_until end`,
    ),
    limit: store.prepare(
      `insert into key_states (key_id, limited_from, limited_until, quota_until)
       values (@key_id, @limited_from, @limited_until, @quota_until)
       on conflict (key_id) do update set limited_from = coalesce(excluded.limited_from, key_states.limited_from),
         limited_until = coalesce(excluded.limited_until, key_states.limited_until),
         quota_until = coalesce(excluded.quota_until, key_states.quota_until)`,
    ),
    keepKey: store.prepare<PaidKeyRow>(
      `insert into paid_keys (key_id, owner_id, upstream, sealed_key) values (@key_id, @owner_id, @upstream, @sealed_key)
       on conflict (key_id) do update set sealed_key = excluded.sealed_key, owner_id = excluded.owner_id`,
    ),
    paidKey: store.prepare<[string], PaidKeyRow>("select * from paid_keys where key_id = ?"),
    dropKey: store.prepare(
      `delete from paid_keys where key_id = @key_id and not exists
         (select 1 from intents where key_id = @key_id and (state in ('intent', 'sent')
           or (state = 'unknown' and settle_at is not null)))`,
    ),
    refuseSearch: store.prepare(
      `insert into refused_searches (owner_id, upstream, kind, params, refused_at)
       values (@owner_id, @upstream, @kind, @params, @refused_at)
       on conflict (owner_id, upstream, kind, params) do update set refused_at = excluded.refused_at`,
    ),
    refusedSearch: store.prepare<[string, string, string, string], { refused_at: number }>(
      "select refused_at from refused_searches where owner_id = ? and upstream = ? and kind = ? and params = ?",
    ),
  };
  const count = (changes: { changes: number }): boolean => changes.changes === 1;
  return {
    latest: (owner: string, upstream: string, kind: string, params: string) =>
      sql.latest.get(owner, upstream, kind, params),
    intent: (intentId: string) => sql.intent.get(intentId),
    insert: async (row: NewIntent) => {
      await sql.insert.run(row);
    },
    reopen: async (
      row: Pick<
        NewIntent,
        "intent_id" | "key_id" | "idempotency_key" | "credits_min" | "credits_max" | "label" | "runner" | "lease_until"
      > & {
        opened_at: number;
      },
    ) => count(await sql.reopen.run(row)),
    openIntents: (owner: string, upstream: string, documentId: string) =>
      sql.openIntents.all(owner, upstream, documentId),
    reserved: async (keyId: string) => Number((await sql.reserved.get(keyId))?.credits),
    /** True where another paid call of the key is running or has an outcome still to be settled. */
    isKeyBusy: async (keyId: string, exceptIntentId: string) =>
      Number((await sql.busy.get(keyId, exceptIntentId))?.count) > 0,
    markSent: async (
      row: Pick<IntentRow, "intent_id" | "retention_seconds" | "balance_before" | "reset_before" | "runner"> & {
        sent_at: number;
      },
    ) => count(await sql.sent.run(row)),
    markAmbiguous: async (intentId: string) => {
      await sql.ambiguous.run(intentId);
    },
    markStored: async (intentId: string, at: number) => count(await sql.stored.run({ intent_id: intentId, at })),
    /** False where it ended meanwhile, or another process took it, which took this one for ended. */
    markFailed: async (intentId: string, { runner, at, error }: Ended) =>
      count(await sql.failed.run({ intent_id: intentId, runner, at, error })),
    /** The same. `settleAt`: when its outcome is asked for again; null: not by itself. */
    markUnknown: async (intentId: string, settleAt: number | null, { runner, at, error }: Ended) =>
      count(await sql.unknown.run({ intent_id: intentId, runner, at, settle_at: settleAt, error })),
    /** False where it was sent meanwhile, and may be charged. */
    failUnsent: async (intentId: string, at: number, error: string) =>
      count(await sql.unsentFailed.run({ intent_id: intentId, at, error })),
    /** An outcome that stayed unknown is determined again; false where that was begun already. */
    settleAgain: async (intentId: string, taking: Taking) =>
      count(await sql.settleAgain.run({ ...bound(taking), intent_id: intentId })),
    /** Of all processes that would run an intent one gets it, and keeps it for as long as it lives. */
    take: async ({ intent_id, state }: Pick<IntentRow, "intent_id" | "state">, taking: Taking) =>
      count(await sql.take.run({ ...bound(taking), intent_id, state })),
    /** Keeps this process's own rows from others. */
    renew: async (taking: Taking) => (await sql.renew.run(bound(taking))).changes,
    /** When the process ends: others need not wait for its leases to run out. */
    letGo: async (runner: string) => {
      await sql.letGo.run(runner);
    },
    /** Intents with an unknown, no longer settled outcome at a service that still recognises the request. */
    stopped: (keyId: string) => sql.stopped.all(keyId),
    unsettled: () => sql.unsettled.all(),
    insertPurchase: async (row: PurchaseRow, intentIds: readonly string[]) => {
      await sql.insertPurchase.run(row);
      for (const [position, intentId] of intentIds.entries()) await sql.join.run(row.purchase_id, position, intentId);
    },
    purchase: (purchaseId: string) => sql.purchase.get(purchaseId),
    purchaseOfToken: (tokenHash: string) => sql.byToken.get(tokenHash),
    intentsOf: (purchaseId: string) => sql.intentsOf.all(purchaseId),
    /** Those that an earlier purchase is getting already: their charges are its own. What failed for it was opened anew. */
    joinedBy: async (purchaseId: string) => new Set((await sql.joined.all(purchaseId)).map((row) => row.intent_id)),
    keyState: (keyId: string) => sql.keyState.get(keyId),
    observe: async ({ keeps_retention, ...row }: ObservedKey) => {
      await sql.observe.run({ ...row, keeps: Number(keeps_retention) });
    },
    limit: async (row: Pick<KeyStateRow, "key_id" | "limited_from" | "limited_until" | "quota_until">) => {
      await sql.limit.run(row);
    },
    keepKey: async (row: PaidKeyRow) => {
      await sql.keepKey.run(row);
    },
    paidKey: (keyId: string) => sql.paidKey.get(keyId),
    /** Deletes a key that no intent needs any more. */
    dropKeyIfIdle: async ({ key_id, owner_id }: Pick<IntentRow, "key_id" | "owner_id">) => {
      await store.atomically(() => sql.dropKey.run({ key_id }), owner_id);
    },
    refuseSearch: async (row: {
      owner_id: string;
      upstream: string;
      kind: string;
      params: string;
      refused_at: number;
    }) => {
      await sql.refuseSearch.run(row);
    },
    searchRefusedAt: async (owner: string, upstream: string, kind: string, params: string) =>
      (await sql.refusedSearch.get(owner, upstream, kind, params))?.refused_at,
  };
}

function bound({ isAlone, ...taking }: Taking) {
  return { ...taking, isAlone: Number(isAlone) };
}

export type PurchaseRows = ReturnType<typeof purchaseRows>;
