/**
 * The new value, with the old one's objects wherever they say the same: what did not change stays the same object, and
 * what is shown of it is not rendered again.
 */
export function withSameParts<T>(before: unknown, now: T): T;
export function withSameParts(before: unknown, now: unknown): unknown {
  if (Object.is(before, now)) return before;
  if (Array.isArray(before) && Array.isArray(now)) {
    const parts = now.map((each, at) => withSameParts(before[at], each));
    return parts.length === before.length && parts.every((each, at) => Object.is(each, before[at])) ? before : parts;
  }
  if (!isPlain(before) || !isPlain(now)) return now;
  const names = Object.keys(now);
  const parts = Object.fromEntries(names.map((name) => [name, withSameParts(before[name], now[name])]));
  const same =
    names.length === Object.keys(before).length &&
    names.every((name) => Object.hasOwn(before, name) && Object.is(parts[name], before[name]));
  return same ? before : parts;
}

function isPlain(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
