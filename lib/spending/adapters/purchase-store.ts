import { agentSpendingRows } from "../../store/agent-spending.ts";
import { answerRows } from "../../store/answers.ts";
import { artifactRows } from "../../store/artifacts.ts";
import { basketRows } from "../../store/baskets.ts";
import { budgetRows } from "../../store/budget.ts";
import type { Store } from "../../store/database.ts";
import { illustrationRows } from "../../store/illustrations.ts";
import { ledgerRows } from "../../store/ledger.ts";
import { libraryRows } from "../../store/library.ts";
import { purchaseRows } from "../../store/purchases.ts";
import { readRows } from "../../store/reads.ts";
import type { PurchaseStore } from "../ports.ts";

/** Everything that spending stores, in one database. */
export function purchaseStore(store: Store): PurchaseStore {
  return {
    purchases: purchaseRows(store),
    artifacts: artifactRows(store),
    illustrations: illustrationRows(store),
    ledger: ledgerRows(store),
    library: libraryRows(store),
    budget: budgetRows(store),
    reads: readRows(store),
    agents: agentSpendingRows(store),
    baskets: basketRows(store),
    answers: answerRows(store),
    atomically: (work, lock) => store.atomically(work, lock),
  };
}
