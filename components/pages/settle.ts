/**
 * Decides when scrolling has settled. A fast scroll passes dozens of pages that nobody reads, and each image loaded on
 * the way delays the wanted one; so images are loaded when the view rests, or moves no faster than one reads.
 */

export interface ScrollSample {
  readonly atMs: number;
  readonly top: number;
}

export interface SettleRules {
  /** Without movement for this long, the view counts as resting. */
  readonly restMs: number;
  /** Speed, in view heights a second, below which a moving view counts as reading. */
  readonly readingViewsPerSecond: number;
  /** The shortest time over which the speed is measured. */
  readonly windowMs: number;
}

export const settleRules: SettleRules = { restMs: 120, readingViewsPerSecond: 0.6, windowMs: 200 };

export interface Settling {
  moved(sample: ScrollSample, viewHeight: number): void;
  isSettled(nowMs: number): boolean;
  /** When to check again although nothing moves; null while the view rests. */
  nextLookMs(nowMs: number): number | null;
}

export function createSettling(rules: SettleRules = settleRules): Settling {
  let samples: ScrollSample[] = [];
  let viewHeight = 1;
  const lastMs = () => samples.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY;

  function isReading(): boolean {
    const first = samples[0];
    const last = samples.at(-1);
    if (first === undefined || last === undefined || last.atMs - first.atMs < rules.windowMs) return false;
    const viewsPerSecond = Math.abs(last.top - first.top) / viewHeight / ((last.atMs - first.atMs) / 1000);
    return viewsPerSecond <= rules.readingViewsPerSecond;
  }

  return {
    moved(sample, height) {
      viewHeight = Math.max(1, height);
      // After a rest the speed is measured from the beginning.
      if (sample.atMs - lastMs() >= rules.restMs) samples = [];
      samples.push(sample);
      while (samples.length > 2 && sample.atMs - (samples[1]?.atMs ?? 0) >= rules.windowMs) samples.shift();
    },
    isSettled: (nowMs) => nowMs - lastMs() >= rules.restMs || isReading(),
    nextLookMs: (nowMs) => (nowMs - lastMs() >= rules.restMs ? null : lastMs() + rules.restMs - nowMs),
  };
}
