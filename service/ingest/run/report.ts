import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DocumentSummaryLine, ItemOutcome } from "./item.ts";
import type { RunListener } from "./runner.ts";

const reportCountMax = 200;

interface SetAside {
  readonly key: string;
  readonly reason: string;
  readonly message: string;
}

/** The report of a run: as text for the terminal, as JSON for programs. */
export class RunReport implements RunListener {
  readonly #counts = { created: 0, changed: 0, unchanged: 0, kept: 0, closed: 0, nothing: 0, passed: 0 };
  readonly #setAside: SetAside[] = [];
  readonly #before: SetAside[] = [];
  readonly #documents: DocumentSummaryLine[] = [];
  readonly #startedMs: number;
  readonly #source: string;
  stopped: string | undefined;

  constructor(source: string, startedMs: number) {
    this.#source = source;
    this.#startedMs = startedMs;
  }

  get setAsideCount(): number {
    return this.#setAside.length;
  }

  passed(): void {
    this.#counts.passed++;
  }

  done(_key: string, outcome: ItemOutcome): void {
    this.#counts[outcome.change]++;
    if (outcome.summary !== undefined) this.#documents.push(outcome.summary);
  }

  setAside(key: string, reason: string, message: string): void {
    this.#setAside.push({ key, reason, message });
  }

  setAsideBefore(key: string, reason: string, message: string): void {
    this.#before.push({ key, reason, message });
  }

  lines(nowMs: number): string[] {
    const { created, changed, unchanged, kept, closed, passed } = this.#counts;
    const parts = [
      `${created} new`,
      `${changed} changed`,
      `${unchanged + kept + passed} as before`,
      ...(closed > 0 ? [`${closed} closed`] : []),
      `${this.#setAside.length + this.#before.length} set aside`,
    ];
    const lines = [`${this.#source}: ${parts.join(", ")} in ${((nowMs - this.#startedMs) / 1_000).toFixed(1)} s.`];
    for (const each of this.#setAside.slice(0, 20)) lines.push(`  ${each.key}: ${each.reason}. ${each.message}`);
    if (this.#setAside.length > 20) lines.push(`  … and ${this.#setAside.length - 20} more, in the report.`);
    if (this.#before.length > 0)
      lines.push(`  ${this.#before.length} were set aside before; --retry tries them again.`);
    if (this.stopped !== undefined) lines.push(`Stopped early: ${this.stopped}`);
    return lines;
  }

  /** Returns the file. */
  write(folder: string, nowMs: number): string {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stamp = new Date(this.#startedMs).toISOString().replace(/[:.]/g, "-");
    const file = join(folder, `${stamp}.json`);
    writeFileSync(`${file}.part`, `${JSON.stringify(this.toJson(nowMs), null, 1)}\n`);
    renameSync(`${file}.part`, file);
    removeOldest(folder);
    return file;
  }

  toJson(nowMs: number): Readonly<Record<string, unknown>> {
    return {
      source: this.#source,
      started_at: new Date(this.#startedMs).toISOString(),
      finished_at: new Date(nowMs).toISOString(),
      stopped: this.stopped ?? null,
      counts: { ...this.#counts, set_aside: this.#setAside.length, set_aside_before: this.#before.length },
      set_aside: this.#setAside,
      set_aside_before: this.#before,
      documents: this.#documents,
    };
  }
}

/** Reports are named by their time, so that the oldest come first. */
function removeOldest(folder: string): void {
  const reports = readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .sort();
  for (const name of reports.slice(0, -reportCountMax)) rmSync(join(folder, name), { force: true });
}
