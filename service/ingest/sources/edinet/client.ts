import { jstDate, jstDateTime } from "../../../../lib/contract/dates.ts";
import { retryAfterMs } from "../../../../lib/kit/retry/retry-after.ts";
import type { Clock } from "../../clock.ts";
import { isSystemFault } from "../../faults.ts";
import { Refusal } from "../../refusal.ts";
import { Busy, DownloadFailed, EdinetUnavailable, Retriable } from "./failures.ts";
import { pauseAt } from "./hours.ts";
import { GatewayError, ListAnswer, ListRow } from "./list-row.ts";
import { saveBody, textOf } from "./response-body.ts";

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

/** 1 the package, 2 the PDF, 3 attachments, 4 English, 5 CSV. */
export type DownloadType = 1 | 2 | 3 | 4 | 5;

export interface DayList {
  readonly rows: readonly ListRow[];
  /** Rows without an id that can be read. */
  readonly unreadable: number;
}

/** A pause that is longer is not waited for within a request. */
const waitMsMax = 120_000;
const firstWaitMsMin = 100;
/** Beyond this a clock is wrong, and not only late. */
const clockOffMsMax = 3_600_000;
const pauseWanted = "EDINET asks for a pause (429)";
/** Of a list: 25 times what the busiest day had. */
const answerBytesMax = 64 * 1_048_576;

export class EdinetClient {
  readonly #options: EdinetClientOptions;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(options: EdinetClientOptions) {
    this.#options = options;
  }

  /** Only to hear whether EDINET answers, and what time it is there. */
  ask(): Promise<void> {
    return this.#inTurn((signal) => this.#askLeast(signal));
  }

  /** A day's list; undefined where EDINET has none. */
  list(date: string): Promise<DayList | undefined> {
    const url = this.#url("documents.json", { date, type: "2" });
    return this.#inTurn(async (signal) => {
      const answer = await this.#json(await this.#fetch(url, signal));
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
      const response = await this.#fetch(url, signal);
      const contentType = response.headers.get("content-type") ?? "";
      // Only the content type shows whether the answer is a file; the status does not.
      if (/octet-stream|application\/(?:zip|x-zip|pdf)/i.test(contentType)) {
        await saveBody(response, file, this.#options.downloadBytesMax);
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

  /** With a clock that is wrong days would be taken for whole that are not, and days wanted that are not yet. */
  async #fetch(url: string, signal: AbortSignal): Promise<Response> {
    const response = await this.#options.fetch(url, { signal });
    const [hereMs, thereMs] = [this.#options.clock.now(), Date.parse(response.headers.get("date") ?? "")];
    if (Math.abs(hereMs - thereMs) > clockOffMsMax) {
      await response.body?.cancel();
      const times = `It is ${jstDateTime(hereMs)} by this machine's clock and ${jstDateTime(thereMs)} at EDINET`;
      throw new EdinetUnavailable("clock_wrong", `${times}: set the clock.`);
    }
    return response;
  }

  async #askLeast(signal: AbortSignal): Promise<void> {
    const day = jstDate(this.#options.clock.now());
    try {
      await this.#json(await this.#fetch(this.#url("documents.json", { date: day, type: "1" }), signal));
    } catch (error) {
      // EDINET refuses this one alone, and so it answers.
      if (!(error instanceof Refusal)) throw error;
    }
  }

  /** Undefined where EDINET says that there is nothing (404). */
  async #json(response: Response): Promise<ListAnswer | undefined> {
    const afterMs = retryAfterMs(response.headers.get("retry-after"), this.#options.clock.now());
    if (response.status === 429 || response.status >= 500) await response.body?.cancel();
    if (response.status === 429) throw new Busy(pauseWanted, afterMs);
    if (response.status >= 500) throw new Retriable(`EDINET answers ${response.status}`, afterMs);
    const body = await textOf(response, answerBytesMax);
    let parsed: unknown;
    try {
      parsed = JSON.parse(body);
    } catch {
      if (response.status === 404) return undefined;
      if (response.status === 401 || response.status === 403) throw this.#keyRefused(afterMs);
      throw new Retriable("EDINET answers with a page instead of data: it is probably under maintenance", afterMs);
    }
    const gateway = GatewayError.safeParse(parsed);
    const list = ListAnswer.safeParse(parsed);
    const status = gateway.success ? gateway.data.StatusCode : Number(list.data?.metadata.status ?? response.status);
    if (status === 401 || status === 403) throw this.#keyRefused(afterMs);
    if (status === 404) return undefined;
    if (status === 429) throw new Busy(pauseWanted, afterMs);
    if (status >= 500) throw new Retriable(`EDINET answers ${status}`, afterMs);
    if (status !== 200 || !list.success) {
      throw new Refusal(
        "download_failed",
        `EDINET refuses the request: ${list.data?.metadata.message ?? `status ${status}`}.`,
      );
    }
    return list.data;
  }

  /** Every request waits for the one before it, and for the pause after that. */
  #inTurn<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const mine = this.#previous.then(() => this.#tried(request));
    const pause = () => this.#sleep(pauseAt(this.#options.clock.now(), this.#options.pauseMs));
    this.#previous = mine.then(pause, pause);
    return mine;
  }

  /** Tries again, each time after a longer pause, or after the one that EDINET asks for. */
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
      const afterMs = why instanceof Retriable ? why.afterMs : undefined;
      if (attempt >= attemptsMax || (afterMs ?? 0) > waitMsMax) throw await this.#lastFailure(why, attempt);
      const leastMs = Math.max(pauseAt(clock.now(), pauseMs), firstWaitMsMin);
      await this.#sleep(afterMs === undefined ? leastMs * 2 ** attempt : Math.max(afterMs, leastMs));
    }
  }

  /** Either EDINET is away, or there is something about this request alone, which must not hold up all others. */
  async #lastFailure(why: unknown, attempts: number): Promise<Error> {
    const message = this.#without(why);
    const retryAtMs = this.#retryAtMs(why);
    if (why instanceof Busy) return new EdinetUnavailable("busy", `${message}.`, retryAtMs);
    const tried = `${message}. Tried ${attempts} ${attempts === 1 ? "time" : "times"}.`;
    const other = await this.#failureOfLeast();
    if (other === undefined) return new DownloadFailed(tried, retryAtMs);
    const askedForMs = this.#retryAtMs(other) ?? retryAtMs;
    return new EdinetUnavailable(askedForMs === undefined ? "unreachable" : "busy", tried, askedForMs);
  }

  #retryAtMs(why: unknown): number | undefined {
    if (!(why instanceof Retriable) || why.afterMs === undefined) return undefined;
    return this.#options.clock.now() + why.afterMs;
  }

  /** Undefined where EDINET answers to what is least for it. */
  async #failureOfLeast(): Promise<unknown> {
    const { clock, pauseMs } = this.#options;
    await this.#sleep(pauseAt(clock.now(), pauseMs));
    try {
      await this.#askLeast(this.#limited());
      return undefined;
    } catch (error) {
      if (error instanceof EdinetUnavailable) throw error;
      return error;
    }
  }

  #keyRefused(afterMs: number | undefined): EdinetUnavailable {
    return new EdinetUnavailable(
      "key_refused",
      "EDINET refuses the key. Check HIRAKU_EDINET_KEY, or ask for a new one at its site.",
      afterMs === undefined ? undefined : this.#options.clock.now() + afterMs,
    );
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
