import type { Store } from "./database.ts";

/** What can be bought. */
export const purchaseKinds = [
  "content",
  "sections",
  "pages",
  "original",
  "search_documents",
  "search_news",
  "list_news",
] as const;
export type PurchaseKind = (typeof purchaseKinds)[number];

/** The states of a paid request. Final are `stored`, `failed` and, once it is no longer being settled, `unknown`. */
export const intentStates = ["intent", "sent", "stored", "failed", "unknown"] as const;
export type IntentState = (typeof intentStates)[number];

/** Rows of intents, and of the purchases (confirmations) that led to them. */
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
         page_number, original_id, state, credits_min, credits_max, created_at, opened_at, label, subject)
       values (@intent_id, @owner_id, @upstream, @kind, @params, @epoch, @key_id, @idempotency_key, @document_id,
         @page_number, @original_id, 'intent', @credits_min, @credits_max, @created_at, @created_at, @label, @subject)`,
    ),
    reopen: store.prepare(
      `update intents set state = 'intent', key_id = @key_id, idempotency_key = @idempotency_key, opened_at = @opened_at,
         credits_min = @credits_min, credits_max = @credits_max, settled_at = null, error = null,
         label = coalesce(@label, label), attempts = 0
       where intent_id = @intent_id and state = 'failed'`,
    ),
    openIntents: store.prepare<[string, string, string], IntentRow>(
      `select * from intents where owner_id = ? and upstream = ? and document_id = ? and state in ${open}`,
    ),
    reserved: store.prepare<[string], number>(
      `select coalesce(sum(credits_max), 0) from intents where key_id = ? and state in ('intent', 'sent')`,
    ),
    busy: store.prepare<[string, string], number>(
      `select count(*) from intents where key_id = ? and intent_id <> ?
         and (state = 'sent' or (state = 'unknown' and settle_at is not null))`,
    ),
    sent: store.prepare(
      `update intents set state = 'sent', attempts = attempts + 1, sent_at = coalesce(sent_at, @sent_at),
         retention_seconds = coalesce(retention_seconds, @retention_seconds),
         balance_before = @balance_before, reset_before = @reset_before
       where intent_id = @intent_id and state in ${open}`,
    ),
    ambiguous: store.prepare("update intents set ambiguous = 1 where intent_id = ?"),
    stored: store.prepare(
      `update intents set state = 'stored', settled_at = @at, settle_at = null, ambiguous = 0, error = null
       where intent_id = @intent_id and state in ${open}`,
    ),
    failed: store.prepare(
      `update intents set state = 'failed', settled_at = @at, settle_at = null, ambiguous = 0, error = @error,
         sent_at = null, retention_seconds = null
       where intent_id = @intent_id and state in ${open}`,
    ),
    unknown: store.prepare(
      `update intents set state = 'unknown', settle_at = @settle_at, error = @error, settled_at = coalesce(settled_at, @at)
       where intent_id = @intent_id and state in ${open}`,
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
    keyState: store.prepare<[string], KeyStateRow>("select * from key_states where key_id = ?"),
    observe: store.prepare(
      `insert into key_states (key_id, balance, reset, observed_at, retention_seconds)
       values (@key_id, @balance, @reset, @observed_at, @retention_seconds)
       on conflict (key_id) do update set balance = coalesce(@balance, balance), reset = @reset,
         observed_at = @observed_at, retention_seconds = @retention_seconds,
         quota_until = case when @balance > 0 then null else quota_until end`,
    ),
    limit: store.prepare(
      `insert into key_states (key_id, limited_from, limited_until, quota_until)
       values (@key_id, @limited_from, @limited_until, @quota_until)
       on conflict (key_id) do update set limited_from = coalesce(@limited_from, limited_from),
         limited_until = coalesce(@limited_until, limited_until), quota_until = coalesce(@quota_until, quota_until)`,
    ),
    keepKey: store.prepare<PaidKeyRow>(
      `insert into paid_keys (key_id, owner_id, upstream, sealed_key) values (@key_id, @owner_id, @upstream, @sealed_key)
       on conflict (key_id) do update set sealed_key = @sealed_key, owner_id = @owner_id`,
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
       on conflict do update set refused_at = @refused_at`,
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
    insert: (row: NewIntent) => void sql.insert.run(row),
    reopen: (
      row: Pick<NewIntent, "intent_id" | "key_id" | "idempotency_key" | "credits_min" | "credits_max" | "label"> & {
        opened_at: number;
      },
    ) => count(sql.reopen.run(row)),
    openIntents: (owner: string, upstream: string, documentId: string) =>
      sql.openIntents.all(owner, upstream, documentId),
    reserved: (keyId: string) => Number(sql.reserved.pluck().get(keyId) ?? 0),
    /** True where another paid call of the key is running or has an outcome still to be settled. */
    isKeyBusy: (keyId: string, exceptIntentId: string) => Number(sql.busy.pluck().get(keyId, exceptIntentId) ?? 0) > 0,
    markSent: (
      row: Pick<IntentRow, "intent_id" | "retention_seconds" | "balance_before" | "reset_before"> & { sent_at: number },
    ) => count(sql.sent.run(row)),
    markAmbiguous: (intentId: string) => void sql.ambiguous.run(intentId),
    markStored: (intentId: string, at: number) => count(sql.stored.run({ intent_id: intentId, at })),
    markFailed: (intentId: string, at: number, error: string) =>
      count(sql.failed.run({ intent_id: intentId, at, error })),
    markUnknown: (intentId: string, at: number, settleAt: number | null, error: string) =>
      count(sql.unknown.run({ intent_id: intentId, at, settle_at: settleAt, error })),
    /** Intents with an unknown, no longer settled outcome at a service that still recognises the request. */
    stopped: (keyId: string) => sql.stopped.all(keyId),
    unsettled: () => sql.unsettled.all(),
    insertPurchase: (row: PurchaseRow, intentIds: readonly string[]) => {
      sql.insertPurchase.run(row);
      for (const [position, intentId] of intentIds.entries()) sql.join.run(row.purchase_id, position, intentId);
    },
    purchase: (purchaseId: string) => sql.purchase.get(purchaseId),
    purchaseOfToken: (tokenHash: string) => sql.byToken.get(tokenHash),
    intentsOf: (purchaseId: string) => sql.intentsOf.all(purchaseId),
    keyState: (keyId: string) => sql.keyState.get(keyId),
    observe: (row: Pick<KeyStateRow, "key_id" | "balance" | "reset" | "observed_at" | "retention_seconds">) =>
      void sql.observe.run(row),
    limit: (row: Pick<KeyStateRow, "key_id" | "limited_from" | "limited_until" | "quota_until">) =>
      void sql.limit.run(row),
    keepKey: (row: PaidKeyRow) => void sql.keepKey.run(row),
    paidKey: (keyId: string) => sql.paidKey.get(keyId),
    /** Deletes a key that no intent needs any more. */
    dropKeyIfIdle: (keyId: string) => void sql.dropKey.run({ key_id: keyId }),
    refuseSearch: (row: { owner_id: string; upstream: string; kind: string; params: string; refused_at: number }) =>
      void sql.refuseSearch.run(row),
    searchRefusedAt: (owner: string, upstream: string, kind: string, params: string) =>
      sql.refusedSearch.get(owner, upstream, kind, params)?.refused_at,
  };
}

export type PurchaseRows = ReturnType<typeof purchaseRows>;
