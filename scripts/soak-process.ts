import path from "node:path";
import { Texts } from "../lib/kit/long-texts/texts.ts";
import { fileBodies } from "../lib/spending/adapters/file-bodies.ts";
import { freeReads, paidUpstream } from "../lib/spending/adapters/paid-service.ts";
import { systemRandomSource } from "../lib/spending/adapters/system-clock.ts";
import { bodyBytesMax } from "../lib/spending/kinds/purchasables.ts";
import type { CrashPoint, SpendingDeps } from "../lib/spending/ports.ts";
import { Service } from "../lib/upstream/service.ts";

interface KilledProcess extends Pick<SpendingDeps, "clock" | "runner"> {
  readonly folder: string;
  readonly isShared: boolean;
  readonly seed: number;
  readonly killAt: CrashPoint | null;
  /** How often the point is passed before it kills. */
  readonly passes: number;
}

/** All of it real; the process kills itself at a named point. */
export function killedDeps({ clock, runner, folder, isShared, seed, killAt, passes }: KilledProcess): SpendingDeps {
  let passesLeft = passes;
  const reach = (point: CrashPoint): void => {
    if (point !== killAt || passesLeft-- > 0) return;
    process.kill(process.pid, "SIGKILL");
  };
  const service = new Service({ settings: { apiAuthorization: "Bearer {key}", apiTimeoutMs: 15_000 } });
  const paid = paidUpstream(service);
  return {
    clock,
    chance: systemRandomSource,
    upstream: {
      send(call, signal) {
        const sending = paid.send(call, signal);
        // "After dispatch" means after the bytes were sent, which is a little later than the call.
        if (killAt === "after-dispatch") setTimeout(() => reach("after-dispatch"), 1 + (seed % 7));
        return sending;
      },
    },
    reads: freeReads(service),
    bodies: fileBodies(path.join(folder, "bodies"), { isShared }),
    texts: new Texts(),
    bodyBytesMax,
    runner,
    serverKey: Buffer.from("the server key of the kill loop"),
    sealKey: (spender) => spender.key,
    unsealKey: (sealed) => sealed,
    pauseMs: () => 0,
    notePause: () => undefined,
    reach: (point) => {
      if (point !== "after-dispatch") reach(point);
    },
    report: () => undefined,
  };
}
