/** Random up to a limit that doubles, so that many requests that failed together don't return together. */
export function backoffMs(
  attempt: number,
  fraction: number,
  bounds: { readonly firstMs: number; readonly maxMs: number; readonly leastMs?: number },
): number {
  return Math.floor(Math.min(bounds.maxMs, bounds.firstMs * 2 ** (attempt - 1)) * fraction) + (bounds.leastMs ?? 0);
}
