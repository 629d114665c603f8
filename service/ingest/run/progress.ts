export interface ProgressOutput {
  /** Draws over the line that is there; only where somebody watches. */
  redraw(line: string): void;
  print(line: string): void;
  readonly isTerminal: boolean;
}

/** Counts and the time that is left: a line that redraws itself on a terminal, one now and then elsewhere. */
export class Progress {
  readonly #output: ProgressOutput;
  readonly #now: () => number;
  readonly #label: string;
  readonly #total: number;
  readonly #startedMs: number;
  #done = 0;
  #shownMs = Number.NEGATIVE_INFINITY;

  constructor(label: string, total: number, output: ProgressOutput, now: () => number) {
    this.#label = label;
    this.#total = total;
    this.#output = output;
    this.#now = now;
    this.#startedMs = now();
  }

  step(): void {
    this.#done++;
    const now = this.#now();
    const isLast = this.#done >= this.#total;
    if (!isLast && now - this.#shownMs < (this.#output.isTerminal ? 200 : 15_000)) return;
    this.#shownMs = now;
    if (this.#output.isTerminal) this.#output.redraw(this.line());
    else this.#output.print(this.line());
  }

  line(): string {
    const share = this.#total === 0 ? 1 : this.#done / this.#total;
    const elapsedMs = this.#now() - this.#startedMs;
    const left =
      this.#done === 0 || this.#done >= this.#total ? "" : `, ${duration((elapsedMs / share) * (1 - share))} left`;
    return `${this.#label}: ${this.#done} of ${this.#total} (${Math.floor(share * 100)} %)${left}`;
  }
}

export function duration(ms: number): string {
  const seconds = Math.ceil(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")} min`;
}
