import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { AddressInfo, Socket } from "node:net";

/** How long the headers of a request, and the whole of it, may take, and how often this is checked. */
export interface RequestTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkMs: number;
}

const usualTimeouts: RequestTimeouts = { headersMs: 20_000, requestMs: 60_000, checkMs: 5_000 };

export function socketOptions(headerBytesMax: number, timeouts: RequestTimeouts = usualTimeouts) {
  return {
    maxHeaderSize: headerBytesMax,
    headersTimeout: timeouts.headersMs,
    requestTimeout: timeouts.requestMs,
    connectionsCheckingInterval: timeouts.checkMs,
    keepAliveTimeout: 65_000,
    noDelay: true,
    // Node's own refusal has no body; a request without a host is refused like any unreadable one.
    requireHostHeader: false,
  };
}

export async function listenAt(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return address;
}

/** Stops accepting, lets running answers end, and closes the remaining connections after the given time. */
export function closeServer(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** How many connections are open. */
export function connectionCount(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
  });
}

/** Why a request could not be read, from the error of Node's HTTP parser. */
export type Unreadable = "headers_too_large" | "request_timeout" | "malformed_request" | "host_missing" | "host_twice";

export const unreadableDetails: Readonly<Record<Unreadable, string>> = {
  headers_too_large: "Headers and address are too large.",
  request_timeout: "The request did not end in time.",
  malformed_request:
    "This can't be read as HTTP. Characters beyond ASCII, and spaces, are percent-encoded in an address.",
  host_missing: "A request of HTTP/1.1 names its host.",
  host_twice: "A request names one host.",
};

/** With two hosts a proxy may have checked another one than the program would use. */
export function hostFault({ headers, httpVersion, rawHeaders }: IncomingMessage): Unreadable | undefined {
  if (headers.host === undefined) return httpVersion === "1.1" ? "host_missing" : undefined;
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === "host");
  return names.length > 1 ? "host_twice" : undefined;
}

export function isDecodable(path: string): boolean {
  if (!path.includes("%")) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

function reasonOf(parserCode: string | undefined): Unreadable {
  if (parserCode === "HPE_HEADER_OVERFLOW") return "headers_too_large";
  if (parserCode === "ERR_HTTP_REQUEST_TIMEOUT") return "request_timeout";
  return "malformed_request";
}

/** The connection is closed, since it is unknown where the next request on it would begin. */
export function answerUnreadable(server: Server, answer: (reason: Unreadable) => Uint8Array): void {
  const latest = new WeakMap<Socket, ServerResponse>();
  server.prependListener("request", (_request, response) => {
    if (response.socket !== null) latest.set(response.socket, response);
  });
  server.on("clientError", (error: Error & { code?: string }, socket: Socket) => {
    const isOver = !socket.writable || error.code === "ECONNRESET";
    if (isOver || isBeingAnswered(latest.get(socket))) socket.destroy();
    else socket.end(answer(reasonOf(error.code)), () => socket.destroySoon());
  });
  // An unknown expectation may be ignored; Node would answer it with 417 without a body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
}

/** A refusal sent now would be read as the answer to the previous request, or as part of it. */
function isBeingAnswered(response: ServerResponse | undefined): boolean {
  if (response === undefined) return false;
  // The rest of a request that was answered before being read is still arriving.
  if (response.writableFinished) return !response.req.complete;
  return response.headersSent || response.req.complete;
}

/** An answer as raw bytes, for a connection without a response object; the connection is closed after it. */
export function rawAnswer(
  status: number,
  headers: Readonly<Record<string, string | number>>,
  body: Uint8Array,
): Uint8Array {
  const all = { ...headers, "Content-Length": String(body.byteLength), Connection: "close" };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nDate: ${new Date().toUTCString()}\r\n`;
  return Buffer.concat([Buffer.from(`${head}${lines.join("")}\r\n`), body]);
}
