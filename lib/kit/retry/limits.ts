/** Other services may give resets as epoch seconds, as milliseconds, or as seconds from now. */
export interface Limit {
  readonly limit: number | null;
  readonly remaining: number | null;
  readonly resetAtMs: number | null;
}

export interface Limits {
  readonly rate: Limit | null;
  /** Requests a day. */
  readonly catalog: Limit | null;
  /** Credits. */
  readonly compute: Limit | null;
  readonly seenAtMs: number;
}

type Lookup = (name: string) => string | null;

export function readLimits(header: Lookup, nowMs: number): Limits {
  return {
    rate: readLimit(header, "x-ratelimit", nowMs),
    catalog: readLimit(header, "x-quota-catalog", nowMs),
    compute: readLimit(header, "x-quota-compute", nowMs),
    seenAtMs: nowMs,
  };
}

/** For a service that does not say when its minute ends. */
const minuteMs = 60_000;

/**
 * More than half of the rate limit must be left before requests are sent that nobody asked for: suggestions while
 * typing, and pages loaded ahead. The user's own requests then always find room. Without a known limit there is none
 * to leave room in.
 */
export function leavesHalf(limits: Limits | undefined, nowMs: number): boolean {
  const rate = limits?.rate ?? null;
  if (limits === undefined || rate === null || rate.limit === null || rate.remaining === null) return true;
  const isOver = rate.resetAtMs === null ? nowMs - limits.seenAtMs >= minuteMs : nowMs >= rate.resetAtMs;
  return isOver || rate.remaining * 2 > rate.limit;
}

function readLimit(header: Lookup, prefix: string, nowMs: number): Limit | null {
  const limit = count(header(`${prefix}-limit`));
  const remaining = count(header(`${prefix}-remaining`));
  const resetAtMs = resetTime(header(`${prefix}-reset`), nowMs);
  return limit === null && remaining === null && resetAtMs === null ? null : { limit, remaining, resetAtMs };
}

function count(text: string | null): number | null {
  return text !== null && /^\s*\d{1,15}\s*$/.test(text) ? Number(text) : null;
}

/** Seconds since 1970 are above 1.7e9 today; as a duration that would be half a century. */
const epochSecondsMin = 1e9;
const epochMsMin = 1e12;

export function resetTime(text: string | null, nowMs: number): number | null {
  if (text === null) return null;
  const trimmed = text.trim();
  if (/^\d{1,15}(\.\d+)?$/.test(trimmed)) {
    const value = Number(trimmed);
    if (value >= epochMsMin) return value;
    return value >= epochSecondsMin ? value * 1000 : nowMs + value * 1000;
  }
  const date = Date.parse(trimmed);
  return Number.isNaN(date) ? null : date;
}
