import type { Taking } from "../../store/purchases.ts";
import type { SpendingDeps } from "../ports.ts";

/** A process that has not renewed its leases for this long has ended, and what it ran is recovered by others. */
export const leaseMs = 30_000;
export const renewEveryMs = 10_000;

/** Who runs what: how this process takes an intent or a basket, and keeps it. */
export function taking({ clock, runner }: Pick<SpendingDeps, "clock" | "runner">, isAlone = false): Taking {
  const now = clock.nowMs();
  return { runner, now, lease_until: now + leaseMs, isAlone };
}
