import path from "node:path";
import { seal, sealPurposes, unseal } from "../auth/sealing.ts";
import { lastingKey, secrets } from "../auth/secrets.ts";
import type { Owner } from "../auth/session.ts";
import { settings } from "../env.ts";
import { logger } from "../log.ts";
import { store } from "../store/database.ts";
import { pauseFor, pauseKey } from "../upstream/key-state.ts";
import { freeReads, paidUpstream } from "./adapters/paid-service.ts";
import { fileBodies } from "./adapters/file-bodies.ts";
import { bodyBytesMax } from "./spending/body-bounds.ts";
import { PurchaseService } from "./spending/purchase-service.ts";
import type { Spender, SpendingDeps, PurchaseStore } from "./ports.ts";
import { withPurchaseLog } from "./adapters/log-purchases.ts";
import { purchaseStore } from "./adapters/purchase-store.ts";
import { systemRandomSource, systemClock } from "./adapters/system-clock.ts";

/**
 * The purchase service of this process, with its store and ports. Opened at first use, when it also resumes what the
 * last process left unfinished.
 */
export interface Purchases {
  readonly purchaseService: PurchaseService;
  readonly rows: PurchaseStore;
  readonly deps: SpendingDeps;
}

// Next bundles routes, pages and instrumentation separately. The service is shared through a global, since two of them
// would each take the other's purchases for interrupted ones.
const shared: typeof globalThis & { hirakuPurchases?: Purchases | undefined } = globalThis;

export function purchases(): Purchases {
  shared.hirakuPurchases ??= open();
  return shared.hirakuPurchases;
}

/** Finishes the running paid calls, when the process ends. */
export async function closePurchases(): Promise<void> {
  await shared.hirakuPurchases?.purchaseService.runner.close();
  shared.hirakuPurchases = undefined;
}

export function spenderOf(owner: Owner): Spender {
  const { baseUrl, key, keyId } = owner.upstream;
  return { ownerId: owner.ownerId, upstream: baseUrl, keyId, key };
}

function open(): Purchases {
  const stored = purchaseStore(store());
  const rows = { ...stored, purchases: withPurchaseLog(stored) };
  const folder = path.join(/* turbopackIgnore: true */ settings().dataFolder, "bodies");
  const deps: SpendingDeps = {
    clock: systemClock,
    chance: systemRandomSource,
    upstream: paidUpstream(),
    reads: freeReads(),
    bodies: fileBodies(folder),
    bodyBytesMax,
    serverKey: lastingKey("purchases"),
    sealKey: (spender) => seal(spender.key, { owner: spender.ownerId, purpose: sealPurposes.paidKey }, secrets()),
    unsealKey: (sealed, ownerId) => unseal(sealed, { owner: ownerId, purpose: sealPurposes.paidKey }, secrets()),
    pauseMs: (keyId) => Math.max(0, (pauseFor(keyId, "paid", Date.now())?.untilMs ?? 0) - Date.now()),
    notePause: (keyId, scope, untilMs, code) => pauseKey(keyId, scope, { untilMs, code }, Date.now()),
    reach: () => undefined,
    report: ({ kind, code, requestId }) => logger().warn({ kind, code, requestId }, "purchase"),
  };
  const purchaseService = new PurchaseService(deps, rows);
  purchaseService.runner.recover();
  return { purchaseService, rows, deps };
}
