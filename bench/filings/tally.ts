/** Collects the ranks of the right answers, and their times. */
export class Tally {
  readonly #name: string;
  readonly #options: { readonly failures: boolean; readonly show: boolean };
  readonly #ranks: number[] = [];
  readonly #times: number[] = [];
  #empty = 0;
  constructor(name: string, options: { readonly failures: boolean; readonly show: boolean }) {
    this.#name = name;
    this.#options = options;
  }
  async time<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    this.#times.push(performance.now() - started);
    return result;
  }
  add(rank: number, isEmpty: boolean, describe: () => string[]): void {
    this.#ranks.push(rank);
    if (isEmpty) this.#empty++;
    if (this.#options.show || (this.#options.failures && rank !== 1)) console.log(`[${rank}] ${describe().join("\n")}`);
  }
  print(): void {
    const count = this.#ranks.length;
    const within = (k: number) => (this.#ranks.filter((rank) => rank > 0 && rank <= k).length / count).toFixed(3);
    const mrr = this.#ranks.reduce((sum, rank) => sum + (rank > 0 && rank <= 10 ? 1 / rank : 0), 0) / count;
    const p50 = [...this.#times].sort((x, y) => x - y)[Math.floor(count / 2)] ?? 0;
    console.log(
      `| ${this.#name}, ${count} | ${within(1)} | ${within(10)} | ${mrr.toFixed(3)} | ${((this.#empty / count) * 100).toFixed(0)} % | ${p50.toFixed(1)} |`,
    );
  }
}
