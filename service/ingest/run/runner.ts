import { PublicationRefused } from "../../domain/publishing/refusal.ts";
import { EdinetUnavailable } from "../sources/edinet/client.ts";
import { Refusal } from "../refusal.ts";
import type { IngestItem } from "./item.ts";
import type { Journal } from "./journal.ts";
import type { Progress } from "./progress.ts";
import type { RunReport } from "./report.ts";

interface RunOptions {
  readonly journal: Journal;
  readonly progress: Progress;
  readonly report: RunReport;
  /** Documents at once. */
  readonly width: number;
  /** Tries again the items that were set aside before. */
  readonly retry: boolean;
  readonly signal: AbortSignal;
}

/** Raised with what reading yields: then everything is read anew, once. */
const readerVersion = "4";

/**
 * Processes items, `width` at a time. Finished, unchanged items are skipped; refused ones are set aside with a reason;
 * only an unavailable source or a full disk ends the run early.
 */
export async function run(items: Iterable<IngestItem>, options: RunOptions): Promise<void> {
  const queue = items[Symbol.iterator]();
  let stopped: unknown;
  const takeFromQueue = async (): Promise<void> => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      if (options.signal.aborted || stopped !== undefined) return;
      try {
        await ingestItem(next.value, options);
      } catch (error) {
        stopped ??= error;
        return;
      }
    }
  };
  await Promise.all(Array.from({ length: options.width }, takeFromQueue));
  if (stopped !== undefined) throw stopped;
}

async function ingestItem(item: IngestItem, options: RunOptions): Promise<void> {
  const { journal, progress, report } = options;
  const fingerprint = `${readerVersion}:${await item.fingerprint()}`;
  const known = journal.find(item.key);
  if (known?.fingerprint === fingerprint && !(options.retry && known.outcome === "set_aside")) {
    if (known.outcome === "set_aside") report.setAsideBefore(item.key, known.reason ?? "", known.message ?? "");
    else report.passed();
    progress.step();
    return;
  }
  try {
    const outcome = await item.ingest();
    const written = outcome.change === "closed" ? "closed" : "published";
    if (outcome.change !== "nothing") journal.add({ key: item.key, fingerprint, outcome: written });
    report.done(outcome);
  } catch (error) {
    if (endsRun(error)) throw error;
    const reason = reasonOf(error);
    const message = error instanceof Error ? error.message : String(error);
    // A bug of this program is not recorded, since the next version may read the item.
    if (reason !== "internal_error") journal.add({ key: item.key, fingerprint, outcome: "set_aside", reason, message });
    report.setAside(item.key, reason, message);
  }
  progress.step();
}

function reasonOf(error: unknown): string {
  if (error instanceof Refusal) return error.reason;
  return error instanceof PublicationRefused ? "refused_by_store" : "internal_error";
}

function endsRun(error: unknown): boolean {
  if (error instanceof EdinetUnavailable) return true;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return ["ENOSPC", "EDQUOT", "EROFS", "SQLITE_FULL", "SQLITE_CORRUPT", "SQLITE_BUSY"].includes(code);
}
