import { seal, sealPurposes, unseal } from "../auth/sealing.ts";
import { lastingKey, secrets } from "../auth/secrets.ts";
import type { Owner } from "../auth/session.ts";
import { settings } from "../env.ts";
import { logger } from "../log.ts";
import { store } from "../store/database.ts";
import { pauseFor, pauseKey } from "../upstream/key-state.ts";
import { withPurchaseLog } from "./adapters/log-purchases.ts";
import { openBodies } from "./adapters/open-bodies.ts";
import { freeReads, paidUpstream } from "./adapters/paid-service.ts";
import { purchaseStore } from "./adapters/purchase-store.ts";
import { systemClock, systemRandomSource } from "./adapters/system-clock.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "./ports.ts";
import { bodyBytesMax } from "./spending/body-bounds.ts";
import { PurchaseService } from "./spending/purchase-service.ts";

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
const shared: typeof globalThis & { hirakuPurchases?: Opened | undefined } = globalThis;

interface Opened {
  readonly purchases: Purchases;
  /** Once what the last process left is settled or waits to be: before that nothing new may begin. */
  readonly ready: Promise<Purchases>;
}

export function purchases(): Promise<Purchases> {
  shared.hirakuPurchases ??= openAndRecover();
  return shared.hirakuPurchases.ready;
}

export function purchasesUnderWay(): number {
  return shared.hirakuPurchases?.purchases.purchaseService.runner.underWay ?? 0;
}

/** Finishes the running paid calls, when the process ends. */
export async function closePurchases(): Promise<void> {
  await shared.hirakuPurchases?.purchases.purchaseService.runner.close();
  shared.hirakuPurchases = undefined;
}

function openAndRecover(): Opened {
  const opened = open();
  const ready = opened.purchaseService.runner.recover().then(
    () => opened,
    (error: unknown) => {
      // The next caller tries again.
      shared.hirakuPurchases = undefined;
      throw error;
    },
  );
  return { purchases: opened, ready };
}

export function spenderOf(owner: Owner): Spender {
  const { baseUrl, key, keyId } = owner.upstream;
  return { ownerId: owner.ownerId, upstream: baseUrl, keyId, key };
}

function open(): Purchases {
  const rows = withPurchaseLog(purchaseStore(store()));
  const { dataFolder, blobs } = settings();
  const deps: SpendingDeps = {
    clock: systemClock,
    chance: systemRandomSource,
    upstream: paidUpstream(),
    reads: freeReads(),
    bodies: openBodies(dataFolder, blobs),
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
  return { purchaseService, rows, deps };
}
