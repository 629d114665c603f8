import { Memo } from "../../kit/memo.ts";

/** How often one network may ask in a minute: enough for a reader with a hundred feeds. */
const requestsPerMinute = 120;
const minuteMs = 60_000;
const networksMax = 10_000;

interface Asked {
  count: number;
  readonly until: number;
}

/** Counts the requests for feeds of each network. */
export class FeedNetworks {
  readonly asked = new Memo<Asked>(networksMax);

  /** Counts one more. 0 where it may be answered. */
  secondsToWait(network: string, nowMs: number): number {
    const before = this.asked.get(network);
    // The wall clock may have been set back: no count lasts longer than its minute.
    if (before !== undefined && before.until > nowMs && before.until <= nowMs + minuteMs) {
      before.count++;
      return before.count > requestsPerMinute ? Math.ceil((before.until - nowMs) / 1000) : 0;
    }
    this.asked.set(network, { count: 1, until: nowMs + minuteMs });
    return 0;
  }
}
