export interface ProgressOutput {
  /** Overwrites the current line; only on a terminal. */
  redraw(line: string): void;
  print(line: string): void;
  readonly isTerminal: boolean;
}

interface Mark {
  readonly atMs: number;
  readonly done: number;
}

/** Steps take different times, so the rate is measured over a while, but only over the recent past. */
const rateWindowMs = 60_000;
const markEveryMs = 1_000;

/** Counts and the time that is left: a line that redraws itself on a terminal, one now and then elsewhere. */
export class Progress {
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  readonly #label: string;
  readonly #total: number;
  /** Of the last minute, oldest first. */
  #marks: Mark[];
  #done = 0;
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(label: string, total: number, output: ProgressOutput, now: () => number) {
    this.#label = label;
    this.#total = total;
    this.#output = output;
    this.#now = now;
    this.#marks = [{ atMs: now(), done: 0 }];
  }

  step(count = 1): void {
    this.reach(this.#done + count);
  }

  /** So many of the total are done by now, those of an earlier run included. */
  reach(done: number): void {
    this.#done = done;
    const now = this.#now();
    this.#mark(now);
    const isLast = this.#done >= this.#total;
    if (!isLast && now - this.#shownMs < (this.#output.isTerminal ? 200 : 15_000)) return;
    this.#shownMs = now;
    if (this.#output.isTerminal) this.#output.redraw(this.line());
    else this.#output.print(this.line());
  }

  line(): string {
    const share = this.#total === 0 ? 1 : this.#done / this.#total;
    const left = this.#done === 0 || this.#done >= this.#total ? "" : `, ${duration(this.#leftMs())} left`;
    return `${this.#label}: ${this.#done} of ${this.#total} (${Math.floor(share * 100)} %)${left}`;
  }

  #mark(now: number): void {
    if (now - (this.#marks.at(-1)?.atMs ?? 0) < markEveryMs) return;
    this.#marks.push({ atMs: now, done: this.#done });
    // The last one that is older than the window stays: the rate is that since then.
    const recent = this.#marks.findIndex(({ atMs }) => atMs > now - rateWindowMs);
    if (recent > 1) this.#marks = this.#marks.slice(recent - 1);
  }

  #leftMs(): number {
    const since = this.#marks[0] ?? { atMs: this.#now(), done: 0 };
    const msPerStep = (this.#now() - since.atMs) / Math.max(1, this.#done - since.done);
    return msPerStep * (this.#total - this.#done);
  }
}

export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
