import type { IntentRow } from "../../store/purchases.ts";
import type { PurchaseStore, SpendingDeps } from "../ports.ts";
import type { AppProblem } from "../wire.ts";
import { announcedSizes } from "./announced-sizes.ts";
import type { KeyStates } from "./key-states.ts";
import { diskFull, interrupted, keyBusy, rateLimited } from "./own-problems.ts";
import { answerTimeMs, waitedPauseMaxMs } from "./retry.ts";
import { pause } from "./waiting.ts";

const slotPollMs = 500;
/** Room for the store and the logs beside bought answers. */
export const diskReserveBytes = 16 * 1024 * 1024;

/** `sent`: committed to disk, so the request must be sent now. `ended`: the intent was settled elsewhere meanwhile. */
export type Permission = "sent" | "ended" | { readonly refused: AppProblem };

/**
 * Decides whether a request may be sent now. It waits for the key's rate-limit pause and, at a service without
 * idempotency, for the outcome of the key's earlier call; it refuses a request that would have no time to be answered.
 */
export class SendGate {
  readonly #deps: SpendingDeps;
  readonly #rows: PurchaseStore;
  readonly #keys: KeyStates;
  readonly #isClosing: () => boolean;

  constructor(deps: SpendingDeps, rows: PurchaseStore, keys: KeyStates, isClosing: () => boolean) {
    this.#deps = deps;
    this.#rows = rows;
    this.#keys = keys;
    this.#isClosing = isClosing;
  }

  /** `endMs`: when the run must have an outcome, on the monotonic clock. */
  async enter(row: IntentRow, endMs: number): Promise<Permission> {
    const { clock } = this.#deps;
    for (;;) {
      const pauseMs = await this.#keys.pauseMs(row.key_id);
      if (!this.hasTime(endMs, pauseMs)) return { refused: pauseMs > 0 ? pausedFor(pauseMs) : keyBusy };
      if (pauseMs > 0) await pause(clock, pauseMs);
      if (!(await this.hasRoom(row))) return { refused: diskFull };
      if (this.#isClosing()) return { refused: interrupted };
      this.#deps.reach("before-sent");
      const taken = await this.#take(row, endMs);
      if (taken === "sent") this.#deps.reach("after-sent");
      if (taken !== "wait") return taken;
      // A pause that began meanwhile is waited for at the start of the loop.
      if ((await this.#keys.pauseMs(row.key_id)) > 0) continue;
      if (!this.hasTime(endMs, slotPollMs)) return { refused: keyBusy };
      await pause(clock, slotPollMs);
    }
  }

  /** A request sent after this wait must still have the full time for an answer. */
  hasTime(endMs: number, waitMs: number): boolean {
    if (waitMs >= waitedPauseMaxMs) return false;
    return this.#deps.clock.monotonicMs() + waitMs + answerTimeMs <= endMs;
  }

  /** The disk must have space for the longest possible answer. */
  async hasRoom(row: IntentRow): Promise<boolean> {
    const bytesMax = this.#deps.bodyBytesMax(row.kind, await announcedSizes(this.#rows, row));
    return (await this.#deps.bodies.freeBytes()) >= bytesMax + diskReserveBytes;
  }

  /** In one transaction that holds the key, so that two calls never use the same slot. */
  async #take(row: IntentRow, endMs: number): Promise<"sent" | "ended" | "wait"> {
    const { purchases } = this.#rows;
    return this.#rows.atomically(async () => {
      const now = await purchases.intent(row.intent_id);
      if (now?.state !== "intent" && now?.state !== "sent") return "ended";
      if ((await this.#keys.pauseMs(row.key_id)) > 0 || !this.hasTime(endMs, 0)) return "wait";
      const retention = await this.#keys.retentionOf(row.key_id);
      if (retention === null && (await purchases.isKeyBusy(row.key_id, row.intent_id))) return "wait";
      const state = await this.#keys.get(row.key_id);
      const sent = await purchases.markSent({
        intent_id: row.intent_id,
        sent_at: this.#deps.clock.nowMs(),
        retention_seconds: retention,
        runner: this.#deps.runner,
        balance_before: state?.balance ?? null,
        reset_before: state?.reset ?? null,
      });
      return sent ? "sent" : "ended";
    }, row.key_id);
  }
}

function pausedFor(pauseMs: number): AppProblem {
  return { ...rateLimited, retry_after_seconds: Math.ceil(pauseMs / 1000) };
}
