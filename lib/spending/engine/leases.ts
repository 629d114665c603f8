import { leaseMs } from "../../kit/process/leases.ts";
import type { Taking } from "../../store/purchases.ts";
import type { SpendingDeps } from "../ports.ts";

/** Who runs what: how this process takes an intent or a basket, and keeps it. */
export function taking({ clock, runner }: Pick<SpendingDeps, "clock" | "runner">, isAlone = false): Taking {
  const now = clock.nowMs();
  return { runner, now, lease_until: now + leaseMs, isAlone };
}
