import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import { SearchUnavailableError } from "../port.ts";
import type { SearchPlace } from "./place.ts";

/** An answer of the engine that is not a success. Its message never holds what was asked. */
export class EngineRefusal extends Error {
  readonly status: number;
  readonly type: string;
  constructor(status: number, type: string) {
    super(`OpenSearch answered ${status}${type === "" ? "" : ` (${type})`}.`);
    this.name = "EngineRefusal";
    this.status = status;
    this.type = type;
  }
}

export interface Call {
  readonly method: "GET" | "HEAD" | "PUT" | "POST" | "DELETE";
  readonly path: string;
  /** Sent as JSON; a list as one line each. */
  readonly body?: object | readonly object[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number;
}

const timeoutMs = 30_000;
const retriedStatuses = new Set([429, 502, 503, 504]);

/** A call whose signal fires closes its connection, which makes the engine cancel its work. */
export class EngineClient {
  readonly #place: SearchPlace;
  readonly #agent: HttpAgent | HttpsAgent;
  readonly #isSecure: boolean;

  constructor(place: SearchPlace) {
    this.#place = place;
    this.#isSecure = place.origin.startsWith("https:");
    const options = { keepAlive: true, maxSockets: 64, scheduling: "lifo" } as const;
    this.#agent = this.#isSecure ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** The parsed answer. Throws `SearchUnavailableError` where there is none, and `EngineRefusal` for a refusal. */
  async call(call: Call): Promise<unknown> {
    const { status, text } = await this.#send(call);
    if (retriedStatuses.has(status)) throw new SearchUnavailableError(new EngineRefusal(status, typeOf(text)));
    if (status >= 400) throw new EngineRefusal(status, typeOf(text));
    if (text === "") return undefined;
    const value: unknown = JSON.parse(text);
    return value;
  }

  /** The same, and undefined for what is not there. */
  async find(call: Call): Promise<unknown> {
    try {
      return await this.call(call);
    } catch (error) {
      if (error instanceof EngineRefusal && error.status === 404) return undefined;
      throw error;
    }
  }

  close(): void {
    this.#agent.destroy();
  }

  #send(call: Call): Promise<{ readonly status: number; readonly text: string }> {
    const payload = payloadOf(call.body);
    const { credentials, origin } = this.#place;
    return new Promise((resolve, reject) => {
      const fail = (error: unknown) =>
        reject(call.signal?.aborted === true ? call.signal.reason : new SearchUnavailableError(error));
      if (call.signal?.aborted === true) return fail(undefined);
      const send = this.#isSecure ? requestHttps : requestHttp;
      const request = send(`${origin}${call.path}`, {
        method: call.method,
        agent: this.#agent,
        timeout: call.timeoutMs ?? timeoutMs,
        ...(call.signal === undefined ? {} : { signal: call.signal }),
        headers: {
          accept: "application/json",
          ...(payload === undefined
            ? {}
            : { "content-type": payload.type, "content-length": Buffer.byteLength(payload.text) }),
          ...(credentials === undefined ? {} : { authorization: `Basic ${credentials}` }),
        },
      });
      request.on("timeout", () => request.destroy(new Error("OpenSearch did not answer in time.")));
      request.on("error", fail);
      request.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", fail);
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString("utf8") }),
        );
      });
      request.end(payload?.text);
    });
  }
}

function payloadOf(body: Call["body"]): { readonly type: string; readonly text: string } | undefined {
  if (body === undefined) return undefined;
  if (!Array.isArray(body)) return { type: "application/json", text: JSON.stringify(body) };
  return { type: "application/x-ndjson", text: `${body.map((line) => JSON.stringify(line)).join("\n")}\n` };
}

/** The kind of error, without its reason, which may quote a question. */
function typeOf(text: string): string {
  return /"type"\s*:\s*"([a-z_]{1,80})"/.exec(text)?.[1] ?? "";
}
