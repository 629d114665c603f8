import { AsyncLocalStorage } from "node:async_hooks";
import { logEvent } from "../../log.ts";
import type { IntentRow } from "../../store/purchases.ts";
import type { PurchaseStore } from "../ports.ts";

interface LoggedStore extends Pick<PurchaseStore, "atomically" | "purchases"> {
  readonly ledger: Pick<PurchaseStore["ledger"], "entryOf">;
}

type Log = () => Promise<void>;

/** Rows change inside transactions that may be rolled back, so they are logged after the transaction. */
export function withPurchaseLog<T extends LoggedStore>(stored: T): T {
  const { purchases, ledger } = stored;
  const within = new AsyncLocalStorage<{ readonly logs: Log[]; open: boolean }>();

  const later = (log: Log) => {
    const transaction = within.getStore();
    if (transaction?.open === true) transaction.logs.push(log);
    else run(log);
  };
  const loggingEnd =
    <A extends [intentId: string, ...rest: unknown[]]>(mark: (...args: A) => Promise<boolean>) =>
    async (...args: A): Promise<boolean> => {
      const changed = await mark(...args);
      if (changed) {
        later(async () => {
          const row = await purchases.intent(args[0]);
          if (row !== undefined) logEnd(row, (await ledger.entryOf(args[0]))?.credits ?? undefined);
        });
      }
      return changed;
    };
  return {
    ...stored,
    async atomically<R>(work: () => Promise<R>, lock?: string): Promise<R> {
      if (within.getStore()?.open === true) return stored.atomically(work, lock);
      const transaction: { readonly logs: Log[]; open: boolean } = { logs: [], open: true };
      try {
        const once = () => {
          // A transaction that the database took back is begun again.
          transaction.logs.length = 0;
          return work();
        };
        return await within.run(transaction, () => stored.atomically(once, lock));
      } finally {
        transaction.open = false;
        for (const log of transaction.logs) run(log);
      }
    },
    purchases: {
      ...purchases,
      markStored: loggingEnd(purchases.markStored),
      markFailed: loggingEnd(purchases.markFailed),
      failUnsent: loggingEnd(purchases.failUnsent),
      markUnknown: loggingEnd(purchases.markUnknown),
      async insertPurchase(row: Parameters<typeof purchases.insertPurchase>[0], intentIds: readonly string[]) {
        await purchases.insertPurchase(row, intentIds);
        later(async () => {
          if ((await purchases.purchase(row.purchase_id)) === undefined) return;
          for (const intent of await purchases.intentsOf(row.purchase_id)) logStart(row.purchase_id, intent);
        });
      },
    },
  };
}

/** Nothing waits for a line of the log, and a store that can't be read is told of by whoever needs it. */
function run(log: Log): void {
  void log().catch(() => undefined);
}

function logStart(purchaseId: string, row: IntentRow): void {
  if (row.state === "stored") return;
  const { intent_id: intentId, owner_id: ownerId, key_id: keyId, kind: action, credits_max: credits } = row;
  logEvent("purchase_started", { purchaseId, intentId, ownerId, keyId, action, credits });
}

function logEnd(row: IntentRow, credits: number | undefined): void {
  const { intent_id: intentId, owner_id: ownerId, key_id: keyId, kind: action, state: outcome } = row;
  logEvent("purchase_ended", {
    ...{ intentId, ownerId, keyId, action, outcome },
    ...(credits === undefined ? {} : { credits }),
    ...(outcome === "stored" ? {} : problemOf(row.error)),
  });
}

/** The code and the service's request id of an error; its text is not logged. */
function problemOf(error: string | null): { code?: string; requestId?: string } {
  const problem: unknown = error === null ? null : JSON.parse(error);
  if (typeof problem !== "object" || problem === null) return {};
  return {
    ...("code" in problem && typeof problem.code === "string" ? { code: problem.code } : {}),
    ...("instance" in problem && typeof problem.instance === "string" ? { requestId: problem.instance } : {}),
  };
}
