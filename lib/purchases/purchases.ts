import path from "node:path";
import { seal, sealPurposes, unseal } from "../auth/sealing.ts";
import { lastingKey, secrets } from "../auth/secrets.ts";
import type { Owner } from "../auth/session.ts";
import { settings } from "../env.ts";
import { logger } from "../log.ts";
import { store } from "../store/database.ts";
import { pauseFor, pauseKey } from "../upstream/key-state.ts";
import { freeReads, paidUpstream } from "../upstream/paid.ts";
import { fileBodies } from "./bodies.ts";
import { bodyBytesMax } from "./body-bounds.ts";
import { Desk, type DeskRows } from "./desk.ts";
import type { Spender, SpendingDeps } from "./ports.ts";
import { withPurchaseLog } from "./log-purchases.ts";
import { deskRows } from "./rows.ts";
import { systemChance, systemClock } from "./system.ts";

/** The one desk of this process. It recovers what the last process left under way when it is first asked for. */
export interface Purchases {
  readonly desk: Desk;
  readonly rows: DeskRows;
  readonly deps: SpendingDeps;
}

// Next bundles routes, pages and instrumentation apart: two desks would each think the other's purchases were lost.
const shared: typeof globalThis & { hirakuPurchases?: Purchases | undefined } = globalThis;

export function purchases(): Purchases {
  shared.hirakuPurchases ??= open();
  return shared.hirakuPurchases;
}

/** Finishes the paid calls in flight; for the process's end. */
export async function closePurchases(): Promise<void> {
  await shared.hirakuPurchases?.desk.runner.close();
  shared.hirakuPurchases = undefined;
}

export function spenderOf(owner: Owner): Spender {
  const { baseUrl, key, keyId } = owner.upstream;
  return { ownerId: owner.ownerId, upstream: baseUrl, keyId, key };
}

function open(): Purchases {
  const stored = deskRows(store());
  const rows = { ...stored, purchases: withPurchaseLog(stored) };
  const folder = path.join(/* turbopackIgnore: true */ settings().dataFolder, "bodies");
  const deps: SpendingDeps = {
    clock: systemClock,
    chance: systemChance,
    upstream: paidUpstream(),
    reads: freeReads(),
    bodies: fileBodies(folder),
    bodyBytesMax,
    serverKey: lastingKey("purchases"),
    sealKey: (spender) => seal(spender.key, { owner: spender.ownerId, purpose: sealPurposes.paidKey }, secrets()),
    unsealKey: (sealed, ownerId) => unseal(sealed, { owner: ownerId, purpose: sealPurposes.paidKey }, secrets()),
    pauseMs: (keyId) => Math.max(0, (pauseFor(keyId, "paid", Date.now())?.untilMs ?? 0) - Date.now()),
    notePause: (keyId, scope, untilMs, code) => pauseKey(keyId, scope, { untilMs, code }),
    reach: () => undefined,
    report: ({ kind, code, requestId }) => logger().warn({ kind, code, requestId }, "purchase"),
  };
  const desk = new Desk(deps, rows);
  desk.runner.recover();
  return { desk, rows, deps };
}
