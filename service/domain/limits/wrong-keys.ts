/**
 * Limits wrong keys per address and minute. Guessing 200 bits is hopeless, but should not cause load either. Valid keys
 * are never counted or refused here, since many users may share one address.
 */
export interface WrongKeys {
  /** Counts one wrong key; returns when the address may try again, if it has reached the limit. */
  count(address: string, nowMs: number): { readonly retryAtMs: number } | undefined;
}

/** The most addresses remembered, so that an attacker with many of them can't fill the memory. */
const addressCountMax = 10_000;
const minuteMs = 60_000;

export function createWrongKeys(perMinute: number): WrongKeys {
  let minute = 0;
  let counts = new Map<string, number>();
  return {
    count(address, nowMs) {
      const current = Math.floor(nowMs / minuteMs);
      if (current !== minute) {
        minute = current;
        counts = new Map();
      }
      const group = groupOf(address);
      const count = (counts.get(group) ?? 0) + 1;
      if (counts.size >= addressCountMax && !counts.has(group)) {
        const oldest = counts.keys().next();
        if (!oldest.done) counts.delete(oldest.value);
      }
      counts.set(group, count);
      return count > perMinute ? { retryAtMs: (minute + 1) * minuteMs } : undefined;
    },
  };
}

/** One IPv6 subscriber has a whole /64, so single addresses are not counted there. */
function groupOf(address: string): string {
  if (!address.includes(":")) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address);
  if (mapped?.[1] !== undefined) return mapped[1];
  const [head = "", tail] = address.split("::", 2);
  const left = head === "" ? [] : head.split(":");
  if (tail === undefined) return left.slice(0, 4).join(":");
  const right = tail === "" ? [] : tail.split(":");
  const groups = [...left, ...Array<string>(Math.max(0, 8 - left.length - right.length)).fill("0"), ...right];
  return groups.slice(0, 4).join(":");
}
