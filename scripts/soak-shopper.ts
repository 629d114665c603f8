import type { Clock } from "../lib/spending/ports.ts";
import { lineKey } from "../lib/spending/pricing/actions.ts";
import type { SeededRandom } from "../lib/spending/simulation/environment.ts";
import { originalId, pageCount, sectionIds } from "../lib/spending/simulation/sample-document.ts";
import type { PurchaseAction, SinglePurchase } from "../lib/spending/wire.ts";

/** Shared by both kill loops: a clock that runs faster, and the goods. */

/**
 * `startMs` is what it tells at the moment `sinceMs` of the machine's clock, so that the clocks of several processes
 * agree. Unlike the app's, these timers keep the process alive, so that a run ends when its work is done.
 */
export function fastClock(speed: number, { startMs, sinceMs }: { startMs: number; sinceMs: number }): Clock {
  const aheadMs = startMs + (Date.now() - sinceMs) * speed - performance.now() * speed;
  return {
    nowMs: () => Math.floor(aheadMs + performance.now() * speed),
    monotonicMs: () => performance.now() * speed,
    timer(ms) {
      let wake: () => void = () => undefined;
      let handle: NodeJS.Timeout | undefined;
      const done = new Promise<void>((resolve) => {
        wake = resolve;
        handle = setTimeout(resolve, Math.min(ms / speed, 2 ** 31 - 1));
      });
      return {
        done,
        cancel() {
          clearTimeout(handle);
          wake();
        },
      };
    },
  };
}

/** Every second time a basket, which may be killed between its lines or inside one. */
export function pickAction(random: SeededRandom, market: string): PurchaseAction {
  if (random.happens(0.5)) return pickLine(random, market);
  const lines = Array.from({ length: 2 + random.below(3) }, () => pickLine(random, market));
  return { kind: "basket", lines: [...new Map(lines.map((line) => [lineKey(line), line])).values()] };
}

export function pickLine(random: SeededRandom, market: string): SinglePurchase {
  const document_id = `D${market}-${random.below(2)}`;
  switch (random.below(5)) {
    case 0:
      return { kind: "content", document_id };
    case 1:
      return { kind: "sections", document_id, sections: [random.pick(sectionIds), random.pick(sectionIds)] };
    case 2:
      return { kind: "original", document_id, original_id: originalId };
    case 3:
      return { kind: "search_documents", input: { query: `q${market}` } };
    default:
      return { kind: "pages", document_id, pages: Array.from({ length: pageCount }, (_, at) => at + 1) };
  }
}
