import type { StoreProbe } from "../storage/ports.ts";

/** Readiness can be requested by anybody, and each check reads and writes, so requests at once share one check. */
const reuseAnswerMs = 500;

/** The checks of several parts as one. A part that hangs is not ready either. */
export function createReadiness(
  parts: readonly StoreProbe[],
  { nowMs, timeoutMs = 2_000 }: { readonly nowMs: () => number; readonly timeoutMs?: number },
): StoreProbe {
  let latest: Promise<Readonly<Record<string, string>>> | undefined;
  let askedAtMs = 0;
  return {
    check() {
      const now = nowMs();
      const isFresh = now >= askedAtMs && now - askedAtMs < reuseAnswerMs;
      if (latest === undefined || !isFresh) {
        askedAtMs = now;
        latest = checkAll(parts, timeoutMs);
      }
      return latest;
    },
  };
}

async function checkAll(parts: readonly StoreProbe[], timeoutMs: number): Promise<Readonly<Record<string, string>>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Record<string, string>>((resolve) => {
    timer = setTimeout(() => resolve({ store: `no answer within ${timeoutMs} ms` }), timeoutMs);
  });
  try {
    const all = Promise.all(parts.map((part) => part.check())).then((answers) => Object.assign({}, ...answers));
    return await Promise.race([all, late]);
  } catch {
    return { store: "failed" };
  } finally {
    clearTimeout(timer);
  }
}
