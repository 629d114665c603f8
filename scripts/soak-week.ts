import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { SeededRandom } from "../lib/spending/simulation/environment.ts";
import { readMarket } from "../service/domain/market/market.ts";
import { startStandIn } from "../service/ingest/testing/edinet-stand-in.ts";
import {
  finalTitle,
  makeWeek,
  serveFiles,
  standAt,
  type WeekDocument,
  weekBeginsMs,
  weekEndsMs,
  weekKey,
} from "../service/ingest/testing/edinet-week.ts";
import { openStore, type SqliteStore } from "../service/storage/open-store.ts";

export interface WeekOptions {
  readonly seed: number;
  /** On a weekday. */
  readonly documents: number;
  readonly kills: number;
  readonly pauseMs: number;
  /** Runs the service beside it, which is killed with it. */
  readonly withService: boolean;
  readonly say: (line: string) => void;
}

export interface WeekReport {
  readonly seed: number;
  readonly documents: number;
  readonly kills: number;
  readonly requests: number;
  readonly downloads: number;
  readonly atOnceMax: number;
  readonly published: number;
  readonly withdrawn: number;
  readonly setAside: number;
  readonly seconds: number;
  /** Differences between catalogue and EDINET. */
  readonly disagreements: readonly string[];
}

/**
 * Follows a made week of EDINET with the real loop, store and network, by a clock that passes with each of its sleeps,
 * and kills everything with SIGKILL at random moments. Then compares the catalogue with EDINET, row by row.
 */
export async function soakWeek(options: WeekOptions): Promise<WeekReport> {
  const startedMs = performance.now();
  const random = new SeededRandom(options.seed);
  const data = mkdtempSync(path.join(os.tmpdir(), "hiraku-week-"));
  const standIn = await startStandIn();
  const documents = makeWeek(options.documents);
  serveFiles(standIn, documents);
  let nowMs = weekBeginsMs;
  let kills = 0;
  const lives = new Lives(data, standIn.url, options);
  const isDownload = (request: string) => request.startsWith("/api/v2/documents/");
  const downloads = () => standIn.requests.filter(isDownload).length;
  /** Half of the kills come at a time of the week, the others while a document is on its way or being read. */
  const killTimes = Array.from(
    { length: Math.ceil(options.kills / 2) },
    () => weekBeginsMs + random.below(weekEndsMs - weekBeginsMs),
  ).sort((a, b) => a - b);
  const killDownloads = Array.from(
    { length: Math.floor(options.kills / 2) },
    () => 1 + random.below(documents.length),
  ).sort((a, b) => a - b);

  const kill = () => {
    kills++;
    lives.kill();
    options.say(`killed at ${new Date(nowMs).toISOString()} after ${downloads()} downloads`);
  };
  const ended = Promise.withResolvers<void>();
  const clock = createServer((request, response) => {
    nowMs += Number(new URL(request.url ?? "/", "http://clock").searchParams.get("ms"));
    standAt(standIn, documents, nowMs);
    if (nowMs >= weekEndsMs) return ended.resolve();
    const [dueMs] = killTimes;
    if (dueMs !== undefined && dueMs <= nowMs) {
      killTimes.shift();
      return kill();
    }
    const [count] = killDownloads;
    if (count !== undefined && downloads() >= count) {
      killDownloads.shift();
      setTimeout(kill, random.below(300));
    }
    response.end(String(nowMs));
  });
  clock.listen(0, "127.0.0.1");
  await once(clock, "listening");
  standAt(standIn, documents, nowMs);
  try {
    const { port } = clock.address() as AddressInfo;
    lives.begin(`http://127.0.0.1:${port}`);
    await Promise.race([ended.promise, lives.failed]);
    await lives.end();
    clock.closeAllConnections();
    const store = openStore(data);
    const found = await compare(store, documents, nowMs);
    await store.close();
    const { requests, atOnceMax } = standIn;
    const seconds = Math.round((performance.now() - startedMs) / 1_000);
    const { seed } = options;
    return {
      seed,
      documents: documents.length,
      kills,
      requests: requests.length,
      downloads: downloads(),
      atOnceMax,
      seconds,
      ...found,
    };
  } finally {
    lives.kill();
    clock.close();
    await standIn.close();
    rmSync(data, { recursive: true, force: true });
  }
}

/** The processes, begun again whenever they were killed. */
class Lives {
  readonly #data: string;
  readonly #edinetUrl: string;
  readonly #options: WeekOptions;
  readonly #failed = Promise.withResolvers<never>();
  #children: ChildProcess[] = [];
  #isEnding = false;

  constructor(data: string, edinetUrl: string, options: WeekOptions) {
    this.#data = data;
    this.#edinetUrl = edinetUrl;
    this.#options = options;
    this.#failed.promise.catch(() => undefined);
  }

  /** Rejects where one ends that nobody has killed. */
  get failed(): Promise<never> {
    return this.#failed.promise;
  }

  begin(clockUrl: string): void {
    const env = {
      HIRAKU_DATA: this.#data,
      HIRAKU_EDINET_URL: this.#edinetUrl,
      HIRAKU_EDINET_KEY: weekKey,
      HIRAKU_EDINET_SINCE: "2026-06-15",
      HIRAKU_EDINET_PAUSE_MS: String(this.#options.pauseMs),
    };
    const file = path.join(import.meta.dirname, "soak-week-child.ts");
    const watching = spawn(process.execPath, [file, JSON.stringify({ clockUrl, env })], {
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    watching.stderr.on("data", (chunk) => (said = (said + String(chunk)).slice(-4_000)));
    this.#children = [watching];
    if (this.#options.withService) {
      const main = path.join(import.meta.dirname, "..", "cli", "main.ts");
      this.#children.push(
        spawn(process.execPath, [main, "serve", "--port", "0", "--data", this.#data], { stdio: "ignore" }),
      );
    }
    watching.once("exit", (code, signal) => {
      if (this.#isEnding) return;
      if (signal === "SIGKILL") this.begin(clockUrl);
      else this.#failed.reject(new Error(`ingestion ended by itself with ${code ?? signal}: ${said}`));
    });
  }

  kill(): void {
    for (const child of this.#children) child.kill("SIGKILL");
  }

  async end(): Promise<void> {
    this.#isEnding = true;
    const exits = this.#children.map((child) => (child.exitCode === null ? once(child, "exit") : undefined));
    for (const child of this.#children) child.kill("SIGKILL");
    await Promise.all(exits);
  }
}

async function compare(store: SqliteStore, documents: readonly WeekDocument[], nowMs: number) {
  const { catalog } = store.library();
  const records = store.ingestRecords();
  const disagreements: string[] = [];
  const counts = { published: 0, withdrawn: 0, setAside: 0 };
  for (const document of documents) {
    const { docID, trouble } = document;
    const found = (await catalog.findDocument(docID))?.summary;
    const record = await records.find(docID);
    const differs = (what: string) => disagreements.push(`${docID}: ${what}`);
    if (document.withdrawnMs !== undefined) {
      // Withdrawn before it was ever read, it is not there.
      if (found !== undefined && found.content_status !== "withdrawn") differs(`is ${found.content_status}`);
      if (record?.state !== "closed") differs(`is recorded as ${record?.state}`);
      counts.withdrawn++;
    } else if (trouble === "never" || trouble === "refused") {
      if (found !== undefined) differs("was never sent and is there");
      if (record?.state !== "set_aside" || record.reason !== "download_failed") differs(`is ${record?.state}`);
      counts.setAside++;
    } else {
      if (found?.content_status !== "ready") differs(`is ${found?.content_status}`);
      if (found?.title !== finalTitle(document)) differs(`has the title ${found?.title}`);
      if (Date.parse(found?.timeline_at ?? "") !== document.submittedMs) differs(`is of ${found?.timeline_at}`);
      const isReport = ["350", "360"].includes(String(document.row["docTypeCode"]));
      const type = isReport ? "large_holding_change_report" : "annual_securities_report";
      if (found?.document_type !== type) differs(`is a ${found?.document_type}`);
      const originals = (await catalog.originals(docID)).map(({ original_id }) => String(original_id));
      if (originals.includes("zip") === false || originals.includes("pdf") !== (document.pdf !== undefined)) {
        differs(`has the files ${originals.join()}`);
      }
      counts.published++;
    }
  }
  const known = new Set(documents.map(({ docID }) => docID));
  const listed = await catalog.listDocuments({ sinceMs: 0 }, undefined, 100_000);
  for (const { document_id } of listed.records) {
    if (!known.has(document_id)) disagreements.push(`${document_id} was never listed and is there`);
  }
  const market = await readMarket(records, nowMs);
  if (market?.isStale !== false) disagreements.push("the market is stale");
  if (market?.missingDays !== 0) disagreements.push(`missing: ${JSON.stringify(market?.missing)}`);
  if (market?.waiting !== 0) disagreements.push(`${market?.waiting} documents wait`);
  return { ...counts, disagreements };
}

export function isFaultless({ disagreements, atOnceMax }: WeekReport): boolean {
  return disagreements.length === 0 && atOnceMax === 1;
}
