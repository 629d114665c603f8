import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { noteOn } from "../auth/peer-address.ts";
import { rawRefusal, refusalOfParserError, refusals, refuse } from "./refusals.ts";
import { hasDotSegment, normaliseTarget } from "./request-target.ts";

/** The web app's HTTP server: limits on requests, and a stop that lets answers finish. */
export interface WebServer {
  readonly server: Server;
  readonly address: AddressInfo;
  /** Requests wait until this is called. The port is opened first, before the rest of the start. */
  serve(handler: RequestHandler): void;
  /** Stops accepting, lets running answers end, and closes the remaining connections after the given time. */
  close(timeoutMs: number): Promise<void>;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface WebServerOptions {
  readonly host: string;
  readonly port: number;
  readonly trustProxy: boolean;
  /** Called when a handler failed without answering; the id is shown in the answer. */
  onFailure(error: unknown, requestId: string): void;
  readonly timeouts?: RequestTimeouts;
}

/** How long the headers of a request, and the whole of it, may take, and how often this is checked. */
export interface RequestTimeouts {
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkMs: number;
}

const usualTimeouts: RequestTimeouts = { headersMs: 20_000, requestMs: 60_000, checkMs: 5_000 };
const headerBytesMax = 16 * 1024;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export async function listenWeb(options: WebServerOptions): Promise<WebServer> {
  const { headersMs, requestMs, checkMs } = options.timeouts ?? usualTimeouts;
  const ready = Promise.withResolvers<RequestHandler>();
  const latestAnswers = new WeakMap<Socket, ServerResponse>();
  let closing = false;
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: headersMs,
    requestTimeout: requestMs,
    connectionsCheckingInterval: checkMs,
    keepAliveTimeout: 65_000,
    noDelay: true,
    // Node's own refusal has no body.
    requireHostHeader: false,
  });
  server.on("request", (request, response) => {
    if (response.socket !== null) latestAnswers.set(response.socket, response);
    if (closing) response.setHeader("Connection", "close");
    // A kept-alive connection would delay the stop.
    response.once("close", () => closing && setImmediate(() => server.closeIdleConnections()));
    if (!isAcceptable(request, response)) return;
    noteOn(request.headers, request.socket.remoteAddress, options.trustProxy);
    void answer(request, response);
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const handler = await ready.promise;
      await handler(request, response);
    } catch (error) {
      const requestId = randomUUID();
      options.onFailure(error, requestId);
      if (response.headersSent) response.destroy();
      else refuse(response, refusals.failed, requestId);
    }
  }

  server.on("clientError", (error: Error & { code?: string }, socket: Socket) => {
    const isOver = !socket.writable || error.code === "ECONNRESET";
    if (isOver || isBeingAnswered(latestAnswers.get(socket))) socket.destroy();
    else socket.end(rawRefusal(refusalOfParserError(error.code)), () => socket.destroySoon());
  });
  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(rawRefusal(refusals.methodNotAllowed(methods)), () => socket.destroy());
  });
  // An unknown expectation may be ignored; Node would answer it with 417 without a body.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  const address = await listening(server, options);
  return {
    server,
    address,
    serve: (handler) => ready.resolve(handler),
    close(timeoutMs) {
      closing = true;
      return closeServer(server, timeoutMs);
    },
  };
}

function isAcceptable(request: IncomingMessage, response: ServerResponse): boolean {
  if (!methods.includes(request.method ?? "")) {
    refuse(response, refusals.methodNotAllowed(methods));
    return false;
  }
  if (request.headers.host === undefined && request.httpVersion === "1.1") {
    refuse(response, refusals.hostMissing);
    return false;
  }
  if (!normaliseTarget(request)) {
    refuse(response, refusals.unreadable);
    return false;
  }
  if (hasDotSegment(request.url ?? "/")) {
    refuse(response, refusals.dotSegment);
    return false;
  }
  return true;
}

/** A refusal sent now would be read as the answer to the previous request, or as part of it. */
function isBeingAnswered(response: ServerResponse | undefined): boolean {
  if (response === undefined) return false;
  // The rest of a request that was answered before being read is still arriving.
  if (response.writableFinished) return !response.req.complete;
  return response.headersSent || response.req.complete;
}

async function listening(server: Server, { host, port }: WebServerOptions): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The web app listens on no port.");
  return address;
}

function closeServer(server: Server, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), timeoutMs);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
