import { edinetKey } from "../../domain/market/records.ts";
import type { IngestRecords } from "../../storage/ports.ts";
import type { Clock } from "../clock.ts";
import { EdinetUnavailable } from "../sources/edinet/failures.ts";
import { putSource } from "./source-record.ts";
import type { WatchLog } from "./watch-log.ts";

const firstWaitMs = 30_000;
const waitMaxMs = 600_000;
const keyRefusedWaitMaxMs = 3_600_000;
/** Of any wait, `Retry-After` included; a longer one comes of a clock that was set back. */
const dayMs = 86_400_000;

interface OutageOptions {
  readonly records: IngestRecords;
  readonly clock: Clock;
  readonly log: WatchLog;
}

/** While EDINET can't be asked, or what it answers can't be stored. Waited out, however long it takes, and recorded. */
export class Outage {
  readonly #options: OutageOptions;
  #failures = 0;
  #sinceMs: number | undefined;
  #untilMs = 0;
  #isRecordedAsOver = false;

  constructor(options: OutageOptions) {
    this.#options = options;
  }

  /** A pause that EDINET asked the process before for goes on. */
  async recover(): Promise<void> {
    const source = await this.#options.records.find(edinetKey);
    if (source?.state !== "waiting" || source.reason !== "busy" || source.dueAtMs === null) return;
    this.#sinceMs = source.atMs;
    this.#untilMs = source.dueAtMs;
  }

  /** How long nothing may be asked. */
  leftMs(): number {
    const leftMs = this.#untilMs - this.#options.clock.now();
    return leftMs > dayMs ? 0 : Math.max(0, leftMs);
  }

  async failed(error: unknown): Promise<void> {
    const { records, clock, log } = this.#options;
    const nowMs = clock.now();
    const unavailable = error instanceof EdinetUnavailable ? error : undefined;
    const reason = unavailable?.reason ?? "failed";
    const maxMs = reason === "key_refused" ? keyRefusedWaitMaxMs : waitMaxMs;
    const waitMs = Math.min(firstWaitMs * 2 ** this.#failures++, maxMs);
    this.#untilMs = Math.max(nowMs + waitMs, unavailable?.retryAtMs ?? 0);
    this.#sinceMs ??= nowMs;
    this.#isRecordedAsOver = false;
    log.failure(`waiting for EDINET: ${reason}`, error);
    await putSource(records, nowMs, {
      ...{ state: "waiting", reason, message: error instanceof Error ? error.message : String(error) },
      ...{ attempts: this.#failures, dueAtMs: this.#untilMs, atMs: this.#sinceMs },
    }).catch((failure: unknown) => log.failure("recording failed", failure));
  }

  async isOver(): Promise<void> {
    if (this.#isRecordedAsOver) return;
    const { records, clock } = this.#options;
    await putSource(records, clock.now(), { state: "done", reason: null, message: null, attempts: 0, dueAtMs: null });
    this.#isRecordedAsOver = true;
    this.#failures = 0;
    this.#sinceMs = undefined;
    this.#untilMs = 0;
  }
}
