import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { noteOn } from "../auth/peer-address.ts";
import { rawRefusal, refusalOfParserError, refusals, refuse } from "./refusals.ts";
import { hasDotSegment, normaliseTarget } from "./request-target.ts";

/** The web app's socket: the limits on what comes in, and a stop that lets answers finish. */
export interface WebServer {
  readonly server: Server;
  readonly address: AddressInfo;
  /** Until this is called requests wait: the port is taken before anything else is done. */
  serve(handler: RequestHandler): void;
  /** Stops accepting, lets answers under way end, and cuts what is left after the time given. */
  close(timeoutMs: number): Promise<void>;
}

export type RequestHandler = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface WebServerOptions {
  readonly host: string;
  readonly port: number;
  readonly trustProxy: boolean;
  /** A handler failed without answering; the id is what its answer shows. */
  onFailure(error: unknown, requestId: string): void;
  readonly timeouts?: RequestTimeouts;
}

/** How long the headers of a request and the whole of it may take, and how often that is looked at. */
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
    // Kept alive, its connection would hold up a stop.
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
  // An expectation that nobody knows may be ignored; left alone it would be answered 417 without a body.
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

/** A refusal written now would be taken for the answer to the whole request that came before, or for a part of it. */
function isBeingAnswered(response: ServerResponse | undefined): boolean {
  if (response === undefined) return false;
  // Of a request that was answered before it was read, the rest is still on its way.
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
