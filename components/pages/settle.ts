/**
 * When a scroll has settled. A fast scroll passes dozens of pages nobody reads, and each image asked for on the way
 * delays the one that is wanted; so pages are asked for when the view rests, or moves as slowly as reading does.
 */

export interface ScrollSample {
  readonly atMs: number;
  readonly top: number;
}

export interface SettleRules {
  /** Without movement for so long, the view rests. */
  readonly restMs: number;
  /** Views a second below which a moving view counts as reading. */
  readonly readingViewsPerSecond: number;
  /** Speed is judged over at least this long. */
  readonly windowMs: number;
}

export const settleRules: SettleRules = { restMs: 120, readingViewsPerSecond: 0.6, windowMs: 200 };

export interface Settling {
  moved(sample: ScrollSample, viewHeight: number): void;
  /** Whether pages in view may be asked for now. */
  isSettled(nowMs: number): boolean;
  /** When to look again although nothing moves; null while it rests. */
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
      // After a rest the speed is judged anew.
      if (sample.atMs - lastMs() >= rules.restMs) samples = [];
      samples.push(sample);
      while (samples.length > 2 && sample.atMs - (samples[1]?.atMs ?? 0) >= rules.windowMs) samples.shift();
    },
    isSettled: (nowMs) => nowMs - lastMs() >= rules.restMs || isReading(),
    nextLookMs: (nowMs) => (nowMs - lastMs() >= rules.restMs ? null : lastMs() + rules.restMs - nowMs),
  };
}
