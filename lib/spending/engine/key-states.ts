import type { KeyStateRow, PurchaseRows } from "../../store/purchases.ts";
import type { KeyHeaders, SpendingDeps } from "../ports.ts";
import type { AppProblem } from "../wire.ts";

/** Its balance, the promise to recognise repeated requests, and until when nothing may be sent. */
export class KeyStates {
  readonly #rows: PurchaseRows;
  readonly #deps: SpendingDeps;

  constructor(rows: PurchaseRows, deps: SpendingDeps) {
    this.#rows = rows;
    this.#deps = deps;
  }

  get(keyId: string): Promise<KeyStateRow | undefined> {
    return this.#rows.keyState(keyId);
  }

  async retentionOf(keyId: string): Promise<number | null> {
    return (await this.#rows.keyState(keyId))?.retention_seconds ?? null;
  }

  async observe(keyId: string, headers: KeyHeaders): Promise<void> {
    await this.#rows.observe({
      key_id: keyId,
      balance: headers.balance,
      reset: headers.reset,
      observed_at: this.#deps.clock.nowMs(),
      retention_seconds: headers.retentionSeconds,
      // An answer of an intermediary (an edge's 429, a proxy's page) doesn't revoke the promise.
      keeps_retention: headers.retentionSeconds === null && !headers.fromService,
    });
  }

  async noteRefusal(keyId: string, problem: AppProblem, pauseMs: number | undefined): Promise<void> {
    if (problem.status !== 429 || pauseMs === undefined) return;
    const now = this.#deps.clock.nowMs();
    const until = now + pauseMs;
    const limited = problem.code !== "quota_exceeded";
    this.#deps.notePause(keyId, limited ? "all" : "paid", until, problem.code);
    await this.#rows.limit({
      key_id: keyId,
      limited_from: limited ? now : null,
      limited_until: limited ? until : null,
      // Used-up credits stop paid calls only, until a later answer shows a balance.
      quota_until: limited ? null : until,
    });
  }

  /** How long nothing may be sent with this key. A wall clock that jumped back makes no pause longer. */
  async pauseMs(keyId: string): Promise<number> {
    const state = await this.#rows.keyState(keyId);
    const knownPauseMs = this.#deps.pauseMs(keyId);
    if (state?.limited_until == null) return knownPauseMs;
    const now = this.#deps.clock.nowMs();
    const asked = state.limited_until - (state.limited_from ?? state.limited_until);
    // The wall clock was set back: the pause starts again now, since it would otherwise be longer by that time.
    if (state.limited_from !== null && now < state.limited_from) {
      await this.#rows.limit({ key_id: keyId, limited_from: now, limited_until: now + asked, quota_until: null });
      return Math.max(knownPauseMs, asked);
    }
    return Math.max(knownPauseMs, state.limited_until - now, 0);
  }
}
