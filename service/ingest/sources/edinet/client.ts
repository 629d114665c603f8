import { createWriteStream } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { GatewayError, ListAnswer, ListRow } from "./list-row.ts";

/**
 * A client for EDINET's API, adapted to its behaviour: errors have status 200 in two formats, maintenance is an HTML
 * page, and heavy use gets a key suspended. It therefore sends one request at a time, with a pause after each and
 * longer ones after a failure.
 */
interface EdinetClientOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly fetch: (url: string, init: { signal: AbortSignal }) => Promise<Response>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Between two requests. */
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

/** No further request is possible: a wrong key, a long maintenance, no network. Ends the run with its message. */
export class EdinetUnavailable extends Error {
  override readonly name = "EdinetUnavailable";
}

/** 1 the package, 2 the PDF, 3 attachments, 4 English, 5 CSV. */
export type DownloadType = 1 | 2 | 3 | 4 | 5;

class Retriable extends Error {
  readonly afterMs: number | undefined;

  constructor(message: string, afterMs?: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

export class EdinetClient {
  readonly #options: EdinetClientOptions;
  #previous: Promise<unknown> = Promise.resolve();

  constructor(options: EdinetClientOptions) {
    this.#options = options;
  }

  /** A day's list, without unreadable rows. Empty for a day without a list. */
  list(date: string): Promise<ListRow[]> {
    const url = this.#url("documents.json", { date, type: "2" });
    return this.#inTurn(async (signal) => {
      const answer = await this.#json(await this.#options.fetch(url, { signal }));
      if (answer === undefined) return [];
      return (answer.results ?? []).flatMap((row) => {
        const parsed = ListRow.safeParse(row);
        return parsed.success ? [parsed.data] : [];
      });
    });
  }

  /** Writes a document's file; false where EDINET has none of that type. */
  download(docId: string, type: DownloadType, file: string): Promise<boolean> {
    const url = this.#url(`documents/${encodeURIComponent(docId)}`, { type: String(type) });
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
  async #json(response: Response): Promise<{ results?: unknown[] | undefined } | undefined> {
    const body = await response.text();
    if (response.status === 429 || response.status >= 500) throw busy(response);
    let parsed: unknown;
    try {
      parsed = JSON.parse(body);
    } catch {
      throw new Retriable("EDINET answers with a page instead of data: it is probably under maintenance");
    }
    const gateway = GatewayError.safeParse(parsed);
    const list = ListAnswer.safeParse(parsed);
    const status = gateway.success ? gateway.data.StatusCode : Number(list.data?.metadata.status ?? response.status);
    if (status === 401 || status === 403) {
      throw new EdinetUnavailable("EDINET refuses the key. Check HIRAKU_EDINET_KEY, or ask for a new one at its site.");
    }
    if (status === 404) return undefined;
    if (status === 429 || status >= 500) throw new Retriable(`EDINET answers ${status}`);
    if (status !== 200 || !list.success) {
      throw new EdinetUnavailable(`EDINET refuses the request: ${list.data?.metadata.message ?? `status ${status}`}.`);
    }
    return { results: list.data.results };
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
        if (size > downloadBytesMax) throw new EdinetUnavailable(`EDINET sent more than ${downloadBytesMax} bytes.`);
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

  /** Every request waits for the one before it; a failed one is retried, each time after a longer pause. */
  #inTurn<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const mine = this.#previous.then(() => this.#tried(request));
    this.#previous = mine.then(
      () => this.#options.sleep(this.#options.pauseMs),
      () => undefined,
    );
    return mine;
  }

  async #tried<T>(request: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { attemptsMax, pauseMs, timeoutMs, sleep } = this.#options;
    for (let attempt = 1; ; attempt++) {
      try {
        return await request(AbortSignal.timeout(timeoutMs));
      } catch (error) {
        if (error instanceof EdinetUnavailable) throw error;
        if (attempt >= attemptsMax) {
          throw new EdinetUnavailable(
            `${this.#without(error)}. Tried ${attempt} times; run the same command again later.`,
          );
        }
        const after = error instanceof Retriable ? error.afterMs : undefined;
        await sleep(after ?? Math.max(pauseMs, 500) * 2 ** attempt);
      }
    }
  }

  /** A message for people, without the key that some errors carry in their URL. */
  #without(error: unknown): string {
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
    const message = (error instanceof Error ? error.message : String(error)) + cause;
    return message.replaceAll(this.#options.key === "" ? "\u0000" : this.#options.key, "…").replace(/\.$/, "");
  }
}

function busy(response: Response): Retriable {
  const seconds = Number(response.headers.get("retry-after") ?? Number.NaN);
  return new Retriable(`EDINET answers ${response.status}`, Number.isFinite(seconds) ? seconds * 1_000 : undefined);
}
