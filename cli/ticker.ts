import type { CliIo } from "./command.ts";

const everyMs = 200;

/** A counting line on a terminal; no output elsewhere. */
export class ProgressLine {
  readonly #io: CliIo;
  readonly #what: string;
  #drawnAtMs = 0;

  constructor(io: CliIo, what: string) {
    this.#io = io;
    this.#what = what;
  }

  tell(done: number, total: number): void {
    const nowMs = Date.now();
    if (!this.#io.isTerminal || (nowMs - this.#drawnAtMs < everyMs && done < total)) return;
    this.#drawnAtMs = nowMs;
    process.stderr.write(`\r\x1b[2K${done} of ${total} ${this.#what}`);
  }

  end(): void {
    if (this.#io.isTerminal && this.#drawnAtMs > 0) process.stderr.write("\r\x1b[2K");
  }
}

/** Several kinds of work, one after the other. */
export class ProgressStages {
  readonly #io: CliIo;
  #line: ProgressLine | undefined;
  #done = 0;
  #total = 0;

  constructor(io: CliIo) {
    this.#io = io;
  }

  stage(what: string, total: number): void {
    this.end();
    this.#line = new ProgressLine(this.#io, what);
    this.#done = 0;
    this.#total = total;
  }

  step(count = 1): void {
    this.#done += count;
    this.#line?.tell(this.#done, Math.max(this.#done, this.#total));
  }

  end(): void {
    this.#line?.end();
  }
}
