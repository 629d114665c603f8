import type { Store } from "./database.ts";
import type { Taking } from "./purchases.ts";

/** One thing in an owner's basket, named as the request for it would be. */
export interface BasketItemRow {
  readonly kind: string;
  readonly params: string;
  readonly document_id: string | null;
}

export interface BasketRunRow {
  readonly purchase_id: string;
  readonly owner_id: string;
  readonly upstream: string;
  readonly started_at: number;
  readonly stopped_at: number | null;
  readonly ended_at: number | null;
  readonly dismissed_at: number | null;
  readonly runner: string | null;
  readonly lease_until: number | null;
}

/** A request of a run that has not been sent. */
export interface UnsentRow {
  readonly intent_id: string;
  readonly key_id: string;
  readonly owner_id: string;
  /** 1: another confirmation, of its own, has asked for it since. */
  readonly is_shared: number;
  readonly lease_until: number | null;
}

export interface BasketOwner {
  readonly ownerId: string;
  readonly upstream: string;
}

export const basketItemsMax = 200;

/** Rows of baskets, and of the confirmed ones that run line by line. */
export function basketRows(store: Store) {
  const sql = {
    items: store.prepare<[string, string], BasketItemRow>(
      `select kind, params, document_id from basket_items where owner_id = ? and upstream = ?
       order by position`,
    ),
    count: store.prepare<[string, string], { count: number }>(
      "select count(*) as count from basket_items where owner_id = ? and upstream = ?",
    ),
    add: store.prepare(
      `insert into basket_items (owner_id, upstream, kind, params, document_id, added_at, position)
       values (@owner_id, @upstream, @kind, @params, @document_id, @added_at,
         (select coalesce(max(position), 0) + 1 from basket_items where owner_id = @owner_id and upstream = @upstream))
       on conflict (owner_id, upstream, kind, params) do nothing`,
    ),
    remove: store.prepare<[string, string, string, string]>(
      "delete from basket_items where owner_id = ? and upstream = ? and kind = ? and params = ?",
    ),
    clear: store.prepare<[string, string]>("delete from basket_items where owner_id = ? and upstream = ?"),
    start: store.prepare(
      `insert into basket_runs (purchase_id, owner_id, upstream, started_at, runner, lease_until)
       values (@purchase_id, @owner_id, @upstream, @started_at, @runner, @lease_until)`,
    ),
    take: store.prepare(
      `update basket_runs set runner = @runner, lease_until = @lease_until
       where purchase_id = @purchase_id and ended_at is null
         and (runner = @runner or @isAlone = 1 or lease_until is null or lease_until < @now)`,
    ),
    renew: store.prepare(
      "update basket_runs set lease_until = @lease_until where ended_at is null and runner = @runner",
    ),
    letGo: store.prepare<[string]>("update basket_runs set lease_until = 0 where ended_at is null and runner = ?"),
    run: store.prepare<[string], BasketRunRow>("select * from basket_runs where purchase_id = ?"),
    latest: store.prepare<[string, string], BasketRunRow>(
      `select * from basket_runs where owner_id = ? and upstream = ? and dismissed_at is null
       order by started_at desc, purchase_id desc limit 1`,
    ),
    open: store.prepare<[], BasketRunRow>("select * from basket_runs where ended_at is null order by started_at"),
    stop: store.prepare<[number, string]>(
      "update basket_runs set stopped_at = coalesce(stopped_at, ?) where purchase_id = ? and ended_at is null",
    ),
    end: store.prepare<[number, string]>("update basket_runs set ended_at = ? where purchase_id = ?"),
    dismiss: store.prepare<[number, string, string]>(
      "update basket_runs set dismissed_at = ? where owner_id = ? and purchase_id = ? and ended_at is not null",
    ),
    waiting: store.prepare<[string]>(
      `select purchase_id from purchase_intents join basket_runs using (purchase_id)
       where intent_id = ? and ended_at is null and stopped_at is null limit 1`,
    ),
    unsent: store.prepare<[string], UnsentRow>(
      `select intents.intent_id, intents.key_id, intents.owner_id, intents.lease_until, case when exists
         (select 1 from purchase_intents as other join purchases using (purchase_id)
          where other.intent_id = mine.intent_id and purchases.created_at >= intents.opened_at
            and other.purchase_id not in (select purchase_id from basket_runs)) then 1 else 0 end as is_shared
       from purchase_intents as mine join intents using (intent_id)
       where mine.purchase_id = ? and intents.state = 'intent' order by mine.position`,
    ),
  };
  return {
    items: (owner: BasketOwner) => sql.items.all(owner.ownerId, owner.upstream),
    count: async (owner: BasketOwner) => Number((await sql.count.get(owner.ownerId, owner.upstream))?.count),
    /** Adding what is there already changes nothing. */
    add: async (owner: BasketOwner, row: BasketItemRow, addedAt: number) => {
      await sql.add.run({ ...row, owner_id: owner.ownerId, upstream: owner.upstream, added_at: addedAt });
    },
    remove: async (owner: BasketOwner, row: Pick<BasketItemRow, "kind" | "params">) => {
      await sql.remove.run(owner.ownerId, owner.upstream, row.kind, row.params);
    },
    clear: async (owner: BasketOwner) => {
      await sql.clear.run(owner.ownerId, owner.upstream);
    },
    startRun: async (row: Omit<BasketRunRow, "stopped_at" | "ended_at" | "dismissed_at">) => {
      await sql.start.run(row);
    },
    run: (purchaseId: string) => sql.run.get(purchaseId),
    /** The newest run that the owner has not put away. */
    latestRun: (owner: BasketOwner) => sql.latest.get(owner.ownerId, owner.upstream),
    /** Of all processes that would run a basket one gets it. */
    takeRun: async (purchaseId: string, { isAlone, ...taking }: Taking) =>
      (await sql.take.run({ ...taking, isAlone: Number(isAlone), purchase_id: purchaseId })).changes === 1,
    renewRuns: async ({ runner, lease_until }: Taking) => {
      await sql.renew.run({ runner, lease_until });
    },
    letGoOfRuns: async (runner: string) => {
      await sql.letGo.run(runner);
    },
    openRuns: () => sql.open.all(),
    stopRun: async (purchaseId: string, at: number) => (await sql.stop.run(at, purchaseId)).changes === 1,
    endRun: async (purchaseId: string, at: number) => {
      await sql.end.run(at, purchaseId);
    },
    dismissRun: async (ownerId: string, purchaseId: string, at: number) => {
      await sql.dismiss.run(at, ownerId, purchaseId);
    },
    /** A run that has neither ended nor been stopped will still come to it. */
    isWaiting: async (intentId: string) => (await sql.waiting.get(intentId)) !== undefined,
    unsent: (purchaseId: string) => sql.unsent.all(purchaseId),
  };
}

export type BasketRows = ReturnType<typeof basketRows>;
