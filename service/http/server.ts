import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import {
  answerUnreadable,
  closeServer,
  connectionCount,
  hostFault,
  listenAt,
  type RequestTimeouts,
  rawAnswer,
  socketOptions,
  type Unreadable,
  unreadableDetails,
} from "../../lib/kit/process/sockets.ts";
import type { Service } from "../app.ts";
import { goneWith } from "./client.ts";
import { Problem } from "./problem.ts";
import { bodyBytes, type EncodedText, type Incoming, isBlob, isEncoded, type Reply, readBounded } from "./wire.ts";

export interface HttpServer {
  readonly address: AddressInfo;
  /** Open now. */
  connections(): Promise<number>;
  /** Stops accepting, lets running requests end, and closes the remaining connections after the given time. */
  close(timeoutMs: number): Promise<void>;
}

export interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  readonly trustForwarded: boolean;
  readonly timeouts?: RequestTimeouts;
}

export type Answering = Pick<Service, "answer" | "refuse">;

/** Above the service's own limit of 16 KiB, so that it can answer 431 with a body; beyond this the parser fails. */
const parserHeaderBytesMax = 32 * 1024;

const joinedBytesMax = 64 * 1024;

export async function listen(service: Answering, options: HttpServerOptions): Promise<HttpServer> {
  const server = createServer(socketOptions(parserHeaderBytesMax, options.timeouts), (request, response) => {
    const fault = hostFault(request);
    if (fault !== undefined) {
      const reply = service.refuse(unreadable(fault));
      reply.headers["Connection"] = "close";
      void write(request, response, reply).catch(() => response.destroy());
      return;
    }
    service
      .answer(new SocketRequest(request, response, options.trustForwarded))
      .then((reply) => {
        // A kept-alive connection would delay a stop until its timeout.
        if (!server.listening) reply.headers["Connection"] = "close";
        return write(request, response, reply);
      })
      // The pipeline answers its own failures, so a failure here is one of the connection.
      .catch(() => response.destroy());
  });
  answerUnreadable(server, (reason) => bytesOf(service.refuse(unreadable(reason))));
  // Without this the connection would be closed without an answer.
  server.on("connect", (request, socket) => {
    const { trustForwarded } = options;
    service.answer(new SocketRequest(request, socket, trustForwarded)).then(
      (reply) => socket.end(bytesOf(reply)),
      () => socket.destroy(),
    );
  });
  const address = await listenAt(server, options);
  return {
    address,
    connections: () => connectionCount(server),
    close: (timeoutMs) => closeServer(server, timeoutMs),
  };
}

/** A class, since object literals with methods would create closures for every request. */
class SocketRequest implements Incoming {
  readonly method: string;
  readonly target: string;
  readonly headerBytes: number;
  readonly #request: IncomingMessage;
  readonly #connection: Writable;
  readonly #trustForwarded: boolean;
  #gone: AbortSignal | undefined;

  constructor(request: IncomingMessage, connection: Writable, trustForwarded: boolean) {
    this.method = request.method ?? "GET";
    this.target = targetOf(request.url ?? "/");
    this.headerBytes = headerBytesOf(request.rawHeaders);
    this.#request = request;
    this.#connection = connection;
    this.#trustForwarded = trustForwarded;
  }

  get address(): string {
    return addressOf(this.#request, this.#trustForwarded);
  }

  /** Made for those that ask for it: most requests are answered at once. */
  get gone(): AbortSignal {
    this.#gone ??= goneWith(this.#connection);
    return this.#gone;
  }

  header(name: string): string | null {
    // Node keeps the first of several such headers and silently drops the rest; two keys must count as none.
    if (name === "authorization") return joinedHeader(this.#request.rawHeaders, name);
    const value = this.#request.headers[name];
    if (value === undefined) return null;
    return typeof value === "string" ? value : value.join(", ");
  }

  readBody(bytesMax: number): Promise<Uint8Array | undefined> {
    return readBounded(this.#request, bytesMax);
  }
}

async function write(request: IncomingMessage, response: ServerResponse, reply: Reply): Promise<void> {
  const { status, headers, body } = reply;
  // The unread rest of a request is not waited for: the connection ends with the answer.
  if (!request.complete && hasBody(request)) headers["Connection"] = "close";
  if (isBlob(body)) {
    try {
      // A stream that is piped to a client that has gone is never read, and so would never close its file.
      if (response.destroyed) return;
      response.writeHead(status, headers);
      await pipeline(Readable.from(body.stream(), { objectMode: false }), response);
    } finally {
      await body.close();
    }
    return;
  }
  if (body === null) {
    response.writeHead(status, headers).end();
    return;
  }
  const sent = textOrBytes(body);
  headers["Content-Length"] = String(sent.length);
  response.writeHead(status, headers);
  if (typeof sent === "string") response.end(sent, "latin1");
  else response.end(sent);
}

/** As one-byte text a body leaves together with the headers in one write; as a buffer it would take two. */
function textOrBytes(body: string | Uint8Array | EncodedText): string | Buffer {
  if (isEncoded(body) && body.oneByte.length <= joinedBytesMax) return body.oneByte;
  const bytes = Buffer.isBuffer(body) ? body : bodyBytes(body);
  return bytes.byteLength <= joinedBytesMax ? bytes.toString("latin1") : bytes;
}

const hasBody = ({ headers }: IncomingMessage) =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > 0;

/** A proxy may send an absolute address. */
function targetOf(url: string): string {
  return url.startsWith("/") ? url : url.replace(/^[a-z]+:\/\/[^/?]*/i, "");
}

function addressOf({ socket, headers }: IncomingMessage, trustForwarded: boolean): string {
  if (trustForwarded) {
    // The last address was added by our own proxy; a caller can invent those before it.
    const last = String(headers["x-forwarded-for"] ?? "")
      .split(",")
      .at(-1)
      ?.trim();
    if (last !== undefined && last !== "") return last;
  }
  return socket.remoteAddress ?? "unknown";
}

function joinedHeader(rawHeaders: readonly string[], name: string): string | null {
  let joined: string | null = null;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const raw = rawHeaders[i] ?? "";
    if (raw.length !== name.length || raw.toLowerCase() !== name) continue;
    const value = rawHeaders[i + 1] ?? "";
    joined = joined === null ? value : `${joined}, ${value}`;
  }
  return joined;
}

function headerBytesOf(rawHeaders: readonly string[]): number {
  let bytes = 0;
  for (const part of rawHeaders) bytes += part.length + 2;
  return bytes;
}

/** The problem of a request that never became one. */
function unreadable(reason: Unreadable): Problem {
  return new Problem(
    reason === "host_missing" || reason === "host_twice" ? "malformed_request" : reason,
    unreadableDetails[reason],
  );
}

/** An answer as raw bytes, for a connection without a response object; the connection is closed after it. */
function bytesOf({ status, headers, body }: Reply): Uint8Array {
  return rawAnswer(status, headers, bodyBytes(body === null || isBlob(body) ? "" : body));
}
