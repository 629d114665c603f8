import type { IngestRecords } from "../../storage/ports.ts";
import { type Market, readMarket } from "./market.ts";

/** Anybody may ask, and the answer changes every few minutes. */
const reuseMs = 5_000;

/** The market's state, read at most every few seconds; undefined also while the store can't be read. */
export function createMarketReader(records: IngestRecords, nowMs: () => number): () => Promise<Market | undefined> {
  let latest: Promise<Market | undefined> | undefined;
  let askedAtMs = 0;
  return () => {
    const now = nowMs();
    if (latest === undefined || now < askedAtMs || now - askedAtMs >= reuseMs) {
      askedAtMs = now;
      latest = readMarket(records, now).catch(() => undefined);
    }
    return latest;
  };
}
