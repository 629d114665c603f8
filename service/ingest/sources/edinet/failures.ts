import { Refusal } from "../../refusal.ts";

type Outage = "key_refused" | "unreachable" | "busy" | "clock_wrong";

/** No further request is possible now: a wrong key, a long maintenance, no network. Ends the run with its message. */
export class EdinetUnavailable extends Error {
  override readonly name = "EdinetUnavailable";
  readonly reason: Outage;
  /** When EDINET wants to be asked again, if it says so. */
  readonly retryAtMs: number | undefined;

  constructor(reason: Outage, message: string, retryAtMs?: number) {
    super(message);
    this.reason = reason;
    this.retryAtMs = retryAtMs;
  }
}

/** May be gone a moment later, or after the time that EDINET names in `Retry-After`. */
export class Retriable extends Error {
  readonly afterMs: number | undefined;

  constructor(message: string, afterMs?: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

/** EDINET asks for a pause. */
export class Busy extends Retriable {}

/** Of one document while EDINET answers to others; asked for again no sooner than EDINET wants. */
export class DownloadFailed extends Refusal {
  readonly retryAtMs: number | undefined;

  constructor(message: string, retryAtMs?: number) {
    super("download_failed", message);
    this.retryAtMs = retryAtMs;
  }
}
