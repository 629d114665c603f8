import { jstDate, jstDayEndMs } from "../../../lib/contract/dates.ts";
import type { ApiKey, Counted, CountedKeys, Limits, RequestCounters } from "../../storage/ports.ts";

/**
 * Counts requests a minute and a day for each key. The one serving process counts in memory and writes the counts every
 * fraction of a second, so that a restart continues with them and no request waits for the disk.
 */
export interface RequestLimits {
  /** Counts one request. A request refused by the rate limit counts for neither limit. */
  count(key: ApiKey, nowMs: number): Counted | Promise<Counted>;
  /** Writes what has changed since the last time. */
  flush(): Promise<void>;
}

const minuteMs = 60_000;

interface Counter {
  readonly keyId: string;
  minute: number;
  minuteCount: number;
  day: string;
  dayEndMs: number;
  dayCount: number;
  dirty: boolean;
}

export function createRequestLimits(store: Limits): RequestLimits {
  const counters = new Map<string, Counter>();
  const loading = new Map<string, Promise<Counter>>();

  function load(keyId: string): Promise<Counter> {
    const running = loading.get(keyId);
    if (running !== undefined) return running;
    const promise = store
      .load(keyId)
      .then((stored) => {
        const counter: Counter = {
          keyId,
          minute: stored?.minute ?? 0,
          minuteCount: stored?.minuteCount ?? 0,
          day: stored?.day ?? "",
          dayEndMs: stored === undefined ? 0 : jstDayEndMs(stored.day),
          dayCount: stored?.dayCount ?? 0,
          dirty: false,
        };
        counters.set(keyId, counter);
        return counter;
      })
      .finally(() => loading.delete(keyId));
    loading.set(keyId, promise);
    return promise;
  }

  return {
    count(key, nowMs) {
      const counter = counters.get(key.id);
      return counter === undefined
        ? load(key.id).then((loaded) => take(loaded, key, nowMs))
        : take(counter, key, nowMs);
    },
    async flush() {
      const changed: RequestCounters[] = [];
      for (const counter of counters.values()) {
        if (!counter.dirty) continue;
        counter.dirty = false;
        changed.push({
          keyId: counter.keyId,
          minute: counter.minute,
          minuteCount: counter.minuteCount,
          day: counter.day,
          dayCount: counter.dayCount,
        });
      }
      if (changed.length === 0) return;
      try {
        await store.save(changed);
      } catch (error) {
        for (const { keyId } of changed) {
          const counter = counters.get(keyId);
          if (counter !== undefined) counter.dirty = true;
        }
        throw error;
      }
    },
  };
}

/** Keys of a store that finds them without waiting, with their requests counted in memory. */
export function createCountedKeys(
  findNow: (secretHash: Buffer) => ApiKey | undefined,
  limits: RequestLimits,
): CountedKeys {
  return {
    async find(secretHash, nowMs) {
      const key = findNow(secretHash);
      return key === undefined || key.revokedAtMs !== null ? undefined : { key, counted: limits.count(key, nowMs) };
    },
    flush: () => limits.flush(),
  };
}

function take(counter: Counter, key: ApiKey, nowMs: number): Counted {
  const minute = Math.floor(nowMs / minuteMs);
  if (counter.minute !== minute) {
    counter.minute = minute;
    counter.minuteCount = 0;
  }
  if (nowMs >= counter.dayEndMs || nowMs < counter.dayEndMs - 86_400_000) {
    counter.day = jstDate(nowMs);
    counter.dayEndMs = jstDayEndMs(counter.day);
    counter.dayCount = 0;
  }
  const overRate = counter.minuteCount >= key.perMinute;
  const overDay = key.perDay !== null && counter.dayCount >= key.perDay;
  if (!overRate) {
    counter.minuteCount++;
    counter.dayCount++;
    counter.dirty = true;
  }
  return {
    verdict: overRate ? "over_rate" : overDay ? "over_day" : "within",
    minute: {
      limit: key.perMinute,
      remaining: Math.max(0, key.perMinute - counter.minuteCount),
      resetAtMs: (minute + 1) * minuteMs,
    },
    day:
      key.perDay === null
        ? undefined
        : { limit: key.perDay, remaining: Math.max(0, key.perDay - counter.dayCount), resetAtMs: counter.dayEndMs },
  };
}
