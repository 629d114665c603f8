import { logger } from "../../log.ts";

/** Answers that are being made. */
export class RunningAnswers {
  readonly #all = new Set<Promise<void>>();

  /** A run goes on when nobody waits for it. */
  goOn(running: Promise<void>): void {
    const one = running
      .catch((error: unknown) => logger().error({ err: error }, "an answer broke off"))
      .finally(() => this.#all.delete(one));
    this.#all.add(one);
  }

  /** When the process ends: each run ends after its step, and is written down. */
  async settled(): Promise<void> {
    await Promise.all(this.#all);
  }
}
