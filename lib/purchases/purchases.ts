import { randomBytes } from "node:crypto";
import { seal, sealPurposes, unseal } from "../auth/sealing.ts";
import { lastingKey, secrets } from "../auth/secrets.ts";
import type { Owner } from "../auth/owner.ts";
import { settings } from "../env.ts";
import { logger } from "../log.ts";
import { renewEveryMs } from "../process/leases.ts";
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

let current: Opened | undefined;

interface Opened {
  readonly purchases: Purchases;
  /** Once what the last process left is settled or waits to be: before that nothing new may begin. */
  readonly ready: Promise<Purchases>;
  /** Renews what this process runs, and recovers what others left. */
  timer: NodeJS.Timeout | undefined;
}

export function purchases(): Promise<Purchases> {
  current ??= openAndRecover();
  return current.ready;
}

export function purchasesUnderWay(): number {
  return current?.purchases.purchaseService.runner.underWay ?? 0;
}

/** Finishes the running paid calls, when the process ends. */
export async function closePurchases(): Promise<void> {
  const runner = current?.purchases.purchaseService.runner;
  await runner?.close();
  clearInterval(current?.timer);
  // Where that fails, what is left waits until the leases have run out.
  await runner?.letGo().catch(() => undefined);
  current = undefined;
}

function openAndRecover(): Opened {
  const opened = open();
  const { runner } = opened.purchaseService;
  // The lock of the data folder lets one process use a file of SQLite: whatever ran before it has ended.
  const ready = runner.recover({ isAlone: store().engine === "sqlite" }).then(
    () => {
      made.timer = setInterval(() => void renewAndRecover(runner), renewEveryMs).unref();
      return opened;
    },
    (error: unknown) => {
      // The next caller tries again.
      current = undefined;
      throw error;
    },
  );
  const made: Opened = { purchases: opened, ready, timer: undefined };
  return made;
}

export function spenderOf(owner: Owner): Spender {
  const { baseUrl, key, keyId } = owner.upstream;
  return { ownerId: owner.ownerId, upstream: baseUrl, keyId, key };
}

async function renewAndRecover(runner: PurchaseService["runner"]): Promise<void> {
  // One that ends takes nothing more.
  if (runner.isClosing) return;
  try {
    await runner.renew();
    await runner.recover({ isAlone: false });
  } catch (error) {
    logger().error({ err: error }, "leases were not renewed");
  }
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
    runner: `run_${randomBytes(9).toString("base64url")}`,
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
