import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { createPdfRenderer } from "../pdf/index.ts";
import { isOutage } from "./faults.ts";
import type { IngestContext } from "./run/ingest-context.ts";
import type { IngestItem } from "./run/item.ts";
import { Progress, type ProgressOutput } from "./run/progress.ts";
import type { PublicationSink } from "./run/publication-sink.ts";
import { ReadPool } from "./run/read-pool.ts";
import { RunReport } from "./run/report.ts";
import { type RunListener, run } from "./run/runner.ts";
import { CompanyBook } from "./sources/codes.ts";

interface SessionOptions {
  readonly dataFolder: string;
  readonly sink: PublicationSink;
  readonly now: () => number;
  readonly output: ProgressOutput;
  readonly signal: AbortSignal;
  readonly retry: boolean;
  readonly width?: number;
  /** Its folder for files under way; no two sessions at once may have the same. */
  readonly incoming?: string;
}

/** One run of ingestion: its workers, its files, its reports. */
export class IngestSession {
  readonly context: IngestContext;
  readonly companies: CompanyBook;
  readonly #options: SessionOptions;
  readonly #readers: ReadPool;
  readonly #folder: string;
  readonly #width: number;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#folder = join(options.dataFolder, "ingest");
    this.#width = options.width ?? Math.min(4, availableParallelism());
    const incoming = join(this.#folder, options.incoming ?? "incoming");
    // A killed run's half-finished downloads start again.
    rmSync(incoming, { recursive: true, force: true });
    mkdirSync(incoming, { recursive: true, mode: 0o700 });
    this.#readers = new ReadPool({ workers: this.#width });
    this.companies = new CompanyBook(join(this.#folder, "companies.json"));
    this.context = {
      sink: options.sink,
      readers: this.#readers,
      pdf: createPdfRenderer(),
      incoming,
      now: options.now,
      companyOf: (code) => this.companies.find(code),
      nameOf: (code) => this.companies.nameOf(code),
    };
  }

  /** Prints the result and writes the report. Returns 1 where the run ended early. */
  async take(
    source: string,
    items: readonly IngestItem[],
  ): Promise<{ readonly report: RunReport; readonly code: number }> {
    const { now, output, signal, retry } = this.#options;
    const report = new RunReport(source, now());
    const progress = new Progress(source, items.length, output, now);
    try {
      await this.run(items, stepping(report, progress), retry);
      if (signal.aborted) report.stopped = "interrupted; the same command goes on from here";
    } catch (error) {
      if (!isOutage(error)) throw error;
      report.stopped = `${error.message} The same command goes on from here.`;
    }
    if (output.isTerminal && items.length > 0) output.redraw("");
    for (const line of report.lines(now())) output.print(line);
    if (items.length > 0) output.print(`Report: ${report.write(join(this.#folder, "reports"), now())}`);
    return { report, code: report.stopped === undefined ? 0 : 1 };
  }

  /** Processes the items without a report of its own. */
  run(items: readonly IngestItem[], listener: RunListener, retry: boolean, width = this.#width): Promise<void> {
    const { now, signal, sink } = this.#options;
    return run(items, { records: sink.records, listener, now, width, retry, signal });
  }

  async close(): Promise<void> {
    await Promise.all([this.#readers.close(), this.context.pdf.close()]);
  }
}

/** Tells both. */
function stepping(report: RunReport, progress: Progress): RunListener {
  return {
    passed() {
      report.passed();
      progress.step();
    },
    done(key, outcome) {
      report.done(key, outcome);
      progress.step();
    },
    setAside(key, reason, message) {
      report.setAside(key, reason, message);
      progress.step();
    },
    setAsideBefore(key, reason, message) {
      report.setAsideBefore(key, reason, message);
      progress.step();
    },
  };
}
