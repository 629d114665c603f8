import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { jstDate } from "../../../../lib/contract/dates.ts";
import { retryAfterMs } from "../../../../lib/kit/retry/retry-after.ts";
import type { Clock } from "../../clock.ts";
import { isSystemFault } from "../../faults.ts";
import { Refusal } from "../../refusal.ts";
import { pauseAt } from "./hours.ts";
import { GatewayError, ListAnswer, ListRow } from "./list-row.ts";

/**
 * A client for EDINET's API, adapted to its behaviour: errors have status 200 in two formats, maintenance is an HTML
 * page, and heavy use gets a key suspended. It therefore sends one request at a time, with a pause after each and
 * longer ones after a failure.
 */
interface EdinetClientOptions {
  readonly baseUrl: string;
  /** Of the list of companies, which needs no key. */
  readonly codesUrl: string;
  readonly key: string;
  readonly fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>;
  readonly clock: Clock;
  /** Ends the request and the pause that it finds. */
  readonly signal: AbortSignal;
  /** Between two requests; longer in busy hours. */
  readonly pauseMs: number;
  readonly attemptsMax: number;
  readonly timeoutMs: number;
  readonly downloadBytesMax: number;
}

export const usualClient = {
  pauseMs: 1_000,
  attemptsMax: 5,
  timeoutMs: 120_000,
  downloadBytesMax: 100 * 1_048_576,
} as const;

const edinetUrl = "https://api.edinet-fsa.go.jp";
const codesPath = "/searchdocument/codelist/Edinetcode.zip";

/** The list of companies is on another host; what stands in for EDINET has it too. */
export function codesUrlOf(baseUrl: string): string {
  return (baseUrl === edinetUrl ? "https://disclosure2dl.edinet-fsa.go.jp" : baseUrl) + codesPath;
}

type Outage = "key_refused" | "unreachable" | "busy";

/** No further request is possible: a wrong key, a long maintenance, no network. Ends the run with its message. */
export class EdinetUnavailable extends Error {
  override readonly name = "EdinetUnavailable";
  readonly reason: Outage;
  /** When EDINET wants to be asked again, if it says so. */
  readonly retryAtMs: number | undefined;

  constructor(reason: Outage, message: string, retryAtMs?: number) {
    super(message);
    this.reason = reason;
    this.retryAtMs = retryAtMs;
  }
}

/** 1 the package, 2 the PDF, 3 attachments, 4 English, 5 CSV. */
export type DownloadType = 1 | 2 | 3 | 4 | 5;

export interface DayList {
  readonly rows: readonly ListRow[];
  /** Rows without an id that can be read. */
  readonly unreadable: number;
}

/** May be gone a moment later. */
class Retriable extends Error {}

/** EDINET asks for a pause. */
class Busy extends Retriable {
  readonly afterMs: number | undefined;

  constructor(afterMs: number | undefined) {
    super("EDINET asks for a pause (429)");
    this.afterMs = afterMs;
  }
}

/** A pause that is longer is not waited for within a request. */
const waitMsMax = 120_000;
const firstWaitMsMin = 100;

export class EdinetClient {
  readonly #options: EdinetClientOptions;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(options: EdinetClientOptions) {
    this.#options = options;
  }

  /** A day's list; undefined where EDINET has none. */
  list(date: string): Promise<DayList | undefined> {
    const url = this.#url("documents.json", { date, type: "2" });
    return this.#inTurn(async (signal) => {
      const answer = await this.#json(await this.#options.fetch(url, { signal }));
      if (answer === undefined) return undefined;
      const results = answer.results ?? [];
      const count = answer.metadata.resultset?.count;
      if (count !== undefined && count !== results.length) throw new Retriable("EDINET's list broke off");
      const rows = results.flatMap((row) => {
        const parsed = ListRow.safeParse(row);
        return parsed.success ? [parsed.data] : [];
      });
      return { rows, unreadable: results.length - rows.length };
    });
  }

  /** Writes a document's file; false where EDINET has none of that type. */
  download(docId: string, type: DownloadType, file: string): Promise<boolean> {
    return this.#file(this.#url(`documents/${encodeURIComponent(docId)}`, { type: String(type) }), file);
  }

  /** Writes the list of companies; false where there is none. */
  codeList(file: string): Promise<boolean> {
    return this.#file(this.#options.codesUrl, file);
  }

  #file(url: string, file: string): Promise<boolean> {
    return this.#inTurn(async (signal) => {
      const response = await this.#options.fetch(url, { signal });
      const contentType = response.headers.get("content-type") ?? "";
      // Only the content type shows whether the answer is a file; the status does not.
      if (/octet-stream|application\/(?:zip|x-zip|pdf)/i.test(contentType)) {
        await this.#save(response, file);
        return true;
      }
      await this.#json(response);
      return false;
    });
  }

  #url(path: string, query: Record<string, string>): string {
    const url = new URL(`${this.#options.baseUrl.replace(/\/+$/, "")}/api/v2/${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    url.searchParams.set("Subscription-Key", this.#options.key);
    return url.href;
  }

  /** Undefined where EDINET says that there is nothing (404). */
  async #json(response: Response): Promise<ListAnswer | undefined> {
    const { clock } = this.#options;
    const body = await response.text();
    if (response.status === 429) throw new Busy(retryAfterMs(response.headers.get("retry-after"), clock.now()));
    if (response.status >= 500) throw new Retriable(`EDINET answers ${response.status}`);
    let parsed: unknown;
    try {
      parsed = JSON.parse(body);
    } catch {
      if (response.status === 404) return undefined;
      throw new Retriable("EDINET answers with a page instead of data: it is probably under maintenance");
    }
    const gateway = GatewayError.safeParse(parsed);
    const list = ListAnswer.safeParse(parsed);
    const status = gateway.success ? gateway.data.StatusCode : Number(list.data?.metadata.status ?? response.status);
    if (status === 401 || status === 403) {
      throw new EdinetUnavailable(
        "key_refused",
        "EDINET refuses the key. Check HIRAKU_EDINET_KEY, or ask for a new one at its site.",
      );
    }
    if (status === 404) return undefined;
    if (status === 429) throw new Busy(retryAfterMs(response.headers.get("retry-after"), clock.now()));
    if (status >= 500) throw new Retriable(`EDINET answers ${status}`);
    if (status !== 200 || !list.success) {
      throw new Refusal(
        "download_failed",
        `EDINET refuses the request: ${list.data?.metadata.message ?? `status ${status}`}.`,
      );
    }
    return list.data;
  }

  async #save(response: Response, file: string): Promise<void> {
    const part = `${file}.part`;
    const { downloadBytesMax } = this.#options;
    let size = 0;
    const body = response.body;
    if (body === null) throw new Retriable("EDINET sent an empty file");
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of Readable.fromWeb(body as import("node:stream/web").ReadableStream<Uint8Array>)) {
        size += chunk.length;
        if (size > downloadBytesMax) throw new Refusal("too_large", `EDINET sent more than ${downloadBytesMax} bytes.`);
        yield chunk;
      }
    }
    try {
      await pipeline(counted, createWriteStream(part));
      const announcedBytes = Number(response.headers.get("content-length") ?? size);
      if (size === 0 || (announcedBytes !== size && !response.headers.has("content-encoding"))) {
        throw new Retriable("EDINET's file broke off");
      }
      await rename(part, file);
    } finally {
      await rm(part, { force: true });
    }
  }

  /** Every request waits for the one before it, and for the pause after that. */
  #inTurn<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const mine = this.#previous.then(() => this.#tried(request));
    const pause = () => this.#sleep(pauseAt(this.#options.clock.now(), this.#options.pauseMs));
    this.#previous = mine.then(pause, pause);
    return mine;
  }

  /**
   * Tries again, each time after a longer pause. Where it fails to the last, either EDINET is away, or there is
   * something about this request alone, which must not hold up all others.
   */
  async #tried<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { attemptsMax, pauseMs, clock, signal } = this.#options;
    for (let attempt = 1; ; attempt++) {
      signal.throwIfAborted();
      let why: unknown;
      try {
        return await request(this.#limited());
      } catch (error) {
        if (error instanceof EdinetUnavailable || error instanceof Refusal) throw error;
        if (isSystemFault(error) || signal.aborted) throw error;
        why = error;
      }
      const afterMs = why instanceof Busy ? why.afterMs : undefined;
      const message = this.#without(why);
      if (why instanceof Busy && (attempt >= attemptsMax || (afterMs ?? 0) > waitMsMax)) {
        throw new EdinetUnavailable("busy", `${message}.`, clock.now() + (afterMs ?? 0));
      }
      if (attempt >= attemptsMax) {
        if (await this.#answers()) throw new Refusal("download_failed", `${message}. Tried ${attempt} times.`);
        throw new EdinetUnavailable("unreachable", `${message}. Tried ${attempt} times.`);
      }
      await this.#sleep(afterMs ?? Math.max(pauseMs, firstWaitMsMin) * 2 ** attempt);
    }
  }

  /** Whether EDINET answers to what is least for it. */
  async #answers(): Promise<boolean> {
    const { clock, fetch, pauseMs } = this.#options;
    await this.#sleep(pauseAt(clock.now(), pauseMs));
    try {
      await this.#json(
        await fetch(this.#url("documents.json", { date: jstDate(clock.now()), type: "1" }), {
          signal: this.#limited(),
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof EdinetUnavailable) throw error;
      return false;
    }
  }

  #limited(): AbortSignal {
    return AbortSignal.any([this.#options.signal, AbortSignal.timeout(this.#options.timeoutMs)]);
  }

  #sleep(ms: number): Promise<void> {
    return this.#options.clock.sleep(ms, this.#options.signal);
  }

  /** A message for people, without the key that some errors carry in their URL. */
  #without(error: unknown): string {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
    const message = (error instanceof Error ? error.message : String(error)) + cause;
    return message.replaceAll(this.#options.key === "" ? "\u0000" : this.#options.key, "…").replace(/\.$/, "");
  }
}
