import type { OpenBlob } from "../storage/ports.ts";
import type { Client } from "./client.ts";

/**
 * A request and its answer as the pipeline uses them: only what it needs, so that a socket can pass what Node has
 * parsed, and a test a plain `Request`.
 */
export interface Incoming extends Client {
  readonly method: string;
  /** Path and query as received. */
  readonly target: string;
  readonly headerBytes: number;
  readonly address: string;
  header(name: string): string | null;
  /** The body; undefined where it is longer than that. */
  readBody(bytesMax: number): Promise<Uint8Array | undefined>;
}

export interface Reply {
  readonly status: number;
  /** The answer's headers; the sender may add to them. */
  readonly headers: Record<string, string>;
  readonly body: string | Uint8Array | EncodedText | OpenBlob | null;
}

/** UTF-8 with a character for each byte: what is kept and sent in this form is never copied. */
export interface EncodedText {
  readonly oneByte: string;
}

export function isBlob(body: Reply["body"]): body is OpenBlob {
  return typeof body === "object" && body !== null && "stream" in body;
}

export function isEncoded(body: Reply["body"]): body is EncodedText {
  return typeof body === "object" && body !== null && "oneByte" in body;
}

export function bodyBytes(body: string | Uint8Array | EncodedText): Buffer {
  if (typeof body === "string") return Buffer.from(body);
  return body instanceof Uint8Array ? Buffer.from(body) : Buffer.from(body.oneByte, "latin1");
}

/** Only the socket knows this about a `Request`. */
export interface ConnectionInfo {
  readonly address?: string | undefined;
}

export function incomingOf(request: Request, info: ConnectionInfo): Incoming {
  return {
    method: request.method,
    target: targetOf(request.url),
    get headerBytes() {
      let bytes = 0;
      for (const [name, value] of request.headers) bytes += name.length + value.length + 4;
      return bytes;
    },
    address: info.address ?? "unknown",
    header: (name) => request.headers.get(name),
    gone: request.signal,
    async readBody(bytesMax) {
      return request.body === null ? new Uint8Array() : readBounded(request.body, bytesMax);
    },
  };
}

export function responseOf({ status, headers, body }: Reply): Response {
  const init = { status, headers };
  if (body === null || typeof body === "string") return new Response(body, init);
  return new Response(isBlob(body) ? body.stream() : new Uint8Array(bodyBytes(body)), init);
}

export async function readBounded(
  chunks: AsyncIterable<Uint8Array>,
  bytesMax: number,
): Promise<Uint8Array | undefined> {
  const read: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.byteLength;
    if (size > bytesMax) return undefined;
    read.push(chunk);
  }
  return read.length === 1 && read[0] !== undefined ? read[0] : Buffer.concat(read);
}

function targetOf(url: string): string {
  const start = url.indexOf("/", url.indexOf("://") + 3);
  if (start < 0) return "/";
  const hash = url.indexOf("#", start);
  return hash < 0 ? url.slice(start) : url.slice(start, hash);
}
