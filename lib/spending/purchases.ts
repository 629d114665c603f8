import { randomBytes } from "node:crypto";
import type { Texts } from "../kit/long-texts/texts.ts";
import { renewEveryMs } from "../kit/process/leases.ts";
import { logger } from "../log.ts";
import type { KeyOwner } from "../owners/owner.ts";
import { seal, sealPurposes, unseal } from "../owners/sealing.ts";
import { lastingKey, type SecretVersion } from "../owners/secrets.ts";
import type { Settings } from "../settings.ts";
import type { Store } from "../store/store.ts";
import type { Service } from "../upstream/service.ts";
import { withPurchaseLog } from "./adapters/log-purchases.ts";
import { openBodies } from "./adapters/open-bodies.ts";
import { freeReads, paidUpstream } from "./adapters/paid-service.ts";
import { purchaseStore } from "./adapters/purchase-store.ts";
import { systemClock, systemRandomSource } from "./adapters/system-clock.ts";
import { PurchaseService } from "./engine/purchase-service.ts";
import { bodyBytesMax } from "./kinds/purchasables.ts";
import type { PurchaseStore, Spender, SpendingDeps } from "./ports.ts";

export interface Purchases {
  readonly purchaseService: PurchaseService;
  readonly rows: PurchaseStore;
  readonly deps: SpendingDeps;
  /** Finishes the running paid calls. */
  close(): Promise<void>;
}

interface PurchaseParts {
  readonly store: Store;
  readonly settings: Pick<Settings, "dataFolder" | "blobs">;
  readonly secrets: readonly SecretVersion[];
  readonly service: Service;
  readonly texts: Texts;
}

/** Resolves once what the last process left is settled or waits to be: before that nothing new may begin. */
export async function openPurchases(parts: PurchaseParts, ports: Partial<SpendingDeps>): Promise<Purchases> {
  const { store } = parts;
  const opened = open(parts, ports);
  const { runner } = opened.purchaseService;
  // The lock of the data folder lets one process use a file of SQLite: whatever ran before it has ended.
  await runner.recover({ isAlone: store.engine === "sqlite" });
  const renewing = setInterval(() => void renewAndRecover(runner), renewEveryMs).unref();
  return {
    ...opened,
    async close() {
      await runner.close();
      clearInterval(renewing);
      // After a failure the rest waits until the leases have run out.
      await runner.letGo().catch(() => undefined);
    },
  };
}

export function spenderOf(owner: KeyOwner): Spender {
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

function open(
  { store, settings: { dataFolder, blobs }, secrets, service, texts }: PurchaseParts,
  ports: Partial<SpendingDeps>,
): Omit<Purchases, "close"> {
  const { keys } = service;
  const rows = withPurchaseLog(purchaseStore(store));
  const deps: SpendingDeps = {
    clock: systemClock,
    chance: systemRandomSource,
    upstream: paidUpstream(service),
    reads: freeReads(service),
    bodies: openBodies(dataFolder, blobs),
    texts,
    bodyBytesMax,
    runner: `run_${randomBytes(9).toString("base64url")}`,
    serverKey: lastingKey(secrets, "purchases"),
    sealKey: (spender) => seal(spender.key, { owner: spender.ownerId, purpose: sealPurposes.paidKey }, secrets),
    unsealKey: (sealed, ownerId) => unseal(sealed, { owner: ownerId, purpose: sealPurposes.paidKey }, secrets),
    pauseMs: (keyId) => Math.max(0, (keys.pauseFor(keyId, "paid", Date.now())?.untilMs ?? 0) - Date.now()),
    notePause: (keyId, scope, untilMs, code) => keys.pause(keyId, scope, { untilMs, code }, Date.now()),
    reach: () => undefined,
    report: ({ kind, code, requestId }) => logger().warn({ kind, code, requestId }, "purchase"),
    ...ports,
  };
  const purchaseService = new PurchaseService(deps, rows);
  return { purchaseService, rows, deps };
}
