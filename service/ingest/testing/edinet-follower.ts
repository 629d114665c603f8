import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IngestRecord } from "../../storage/ports.ts";
import { IngestSession } from "../session.ts";
import { codesUrlOf, EdinetClient, usualClient } from "../sources/edinet/client.ts";
import { EdinetWatch } from "../watch/edinet-watch.ts";
import { listRow, type StandIn, standInKey, startStandIn } from "./edinet-stand-in.ts";
import { makeFiling } from "./make-filing.ts";
import { MemorySink } from "./memory-sink.ts";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
/** A Saturday: no hour of it is busy. */
export const today = "2026-06-20";
export const noon = Date.parse(`${today}T12:00:00+09:00`);
/** A pause with which weeks pass in few requests. */
export const slowly = 60_000;

/** A stand-in for EDINET, what follows it by a clock that tests let pass, and what became of it. */
export class EdinetFollower {
  readonly standIn: StandIn;
  readonly sink = new MemorySink();
  readonly sleeps: number[] = [];
  readonly events: string[] = [];
  nowMs = noon;
  freeBytes = 1e9;
  session: IngestSession;
  watch: EdinetWatch;
  readonly #folder = mkdtempSync(join(tmpdir(), "hiraku-watch-"));

  private constructor(standIn: StandIn) {
    this.standIn = standIn;
    [this.session, this.watch] = this.#begin();
  }

  static async start(): Promise<EdinetFollower> {
    return new EdinetFollower(await startStandIn());
  }

  async end(): Promise<void> {
    await this.session.close();
    await this.standIn.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** A process ends, and the next one begins. */
  async restart(since?: string | number, pauseMs?: number): Promise<void> {
    await this.session.close();
    [this.session, this.watch] = this.#begin(since, pauseMs);
    await this.watch.recover();
  }

  #begin(since: string | number = 2, pauseMs: number = usualClient.pauseMs): [IngestSession, EdinetWatch] {
    const { sink, sleeps, events, standIn } = this;
    const signal = new AbortController().signal;
    const clock = {
      now: () => this.nowMs,
      sleep: async (ms: number) => {
        sleeps.push(ms);
        this.nowMs += ms;
      },
    };
    const output = { redraw: () => undefined, print: () => undefined, isTerminal: false };
    const session = new IngestSession({
      ...{ dataFolder: this.#folder, sink, now: clock.now, output, signal, retry: true, width: 2 },
    });
    const client = new EdinetClient({
      ...{ ...usualClient, pauseMs, fetch, clock, signal },
      ...{ baseUrl: standIn.url, codesUrl: codesUrlOf(standIn.url), key: standInKey },
    });
    const log = {
      event: (name: string, fields?: object) => void events.push(`${name} ${JSON.stringify(fields)}`),
      failure: (name: string) => void events.push(name),
    };
    const freeBytes = async () => this.freeBytes;
    return [session, new EdinetWatch({ client, session, clock, since, log, signal, pauseMs, freeBytes })];
  }

  /** Everything that is to be done up to a moment. */
  async passUntil(endMs: number): Promise<void> {
    while (this.nowMs < endMs) {
      if (await this.watch.step()) continue;
      this.nowMs = Math.min(endMs, Math.max(this.nowMs, await this.watch.nextAtMs()));
    }
  }

  pass(ms: number): Promise<void> {
    return this.passUntil(this.nowMs + ms);
  }

  /** What EDINET lists of a day: ids, or rows with what is different about them. */
  list(day: string, rows: readonly (string | Record<string, unknown>)[]): void {
    this.standIn.lists.set(
      day,
      rows.map((row, at) => {
        const { docID, ...values } = typeof row === "string" ? { docID: row } : row;
        const submitDateTime = `${day} 10:${String(at).padStart(2, "0")}`;
        return listRow(String(docID), { seqNumber: at + 1, submitDateTime, ...values });
      }),
    );
  }

  serve(...ids: readonly string[]): void {
    for (const id of ids) {
      this.standIn.files.set(`${id}:1`, { type: "application/octet-stream", bytes: makeFiling() });
    }
  }

  async record(key: string): Promise<IngestRecord> {
    const found = await this.sink.records.find(key);
    if (found === undefined) throw new Error(`nothing is recorded of ${key}`);
    return found;
  }

  published(): string[] {
    return [...this.sink.documents.keys()].sort();
  }

  asked(part: string): string[] {
    return this.standIn.requests.filter((request) => request.includes(part));
  }

  daysAsked(): string[] {
    return this.asked("documents.json").map((request) => request.slice(-10));
  }

  downloads(): (string | undefined)[] {
    return this.asked("/documents/").map((request) => /documents\/(\w+)/.exec(request)?.[1]);
  }
}
