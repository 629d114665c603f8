import { logEvent } from "../../log.ts";
import type { LedgerRows } from "../../store/ledger.ts";
import type { IntentRow, PurchaseRows } from "../../store/purchases.ts";

interface LoggedRows {
  readonly purchases: PurchaseRows;
  readonly ledger: Pick<LedgerRows, "entryOf">;
}

/**
 * Logs the start and the end of every purchase. Rows change inside transactions that may be rolled back, so the store's
 * contents are logged after the transaction.
 */
export function withPurchaseLog({ purchases, ledger }: LoggedRows): PurchaseRows {
  const logEndOf = (intentId: string) => {
    queueMicrotask(() => {
      const row = purchases.intent(intentId);
      if (row !== undefined) logEnd(row, ledger.entryOf(intentId)?.credits ?? undefined);
    });
  };
  const loggingEnd =
    <A extends [intentId: string, ...rest: unknown[]]>(mark: (...args: A) => boolean) =>
    (...args: A): boolean => {
      const changed = mark(...args);
      if (changed) logEndOf(args[0]);
      return changed;
    };
  return {
    ...purchases,
    markStored: loggingEnd(purchases.markStored),
    markFailed: loggingEnd(purchases.markFailed),
    markUnknown: loggingEnd(purchases.markUnknown),
    insertPurchase(row, intentIds) {
      purchases.insertPurchase(row, intentIds);
      queueMicrotask(() => {
        if (purchases.purchase(row.purchase_id) === undefined) return;
        for (const intent of purchases.intentsOf(row.purchase_id)) logStart(row.purchase_id, intent);
      });
    },
  };
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
