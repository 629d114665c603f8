import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  answerUnreadable,
  closeServer,
  hostFault,
  isDecodable,
  listenAt,
  type RequestTimeouts,
  socketOptions,
} from "../kit/process/sockets.ts";
import { openSpan } from "../kit/process/spans.ts";
import { inTrace, readTraceparent, type Trace } from "../kit/process/trace.ts";
import { setPeerHeaders } from "../owners/peer-address.ts";
import { beforeHead } from "./answer-head.ts";
import { type AnswerTraits, withTraits } from "./answer-traits.ts";
import { rawRefusal, refusals, refuse } from "./refusals.ts";
import { hasDotSegment, normaliseTarget, pathOf } from "./request-target.ts";

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
  /** Decides whether the handler sees a request; false where it has answered. */
  admit?(request: IncomingMessage, response: ServerResponse): boolean;
  /** Called before the handler: may change what it is asked for and how its answer is sent. */
  prepare?(request: IncomingMessage, response: ServerResponse, traits: AnswerTraits): void;
  /** Called when a handler failed without answering; the id is shown in the answer. */
  onFailure(error: unknown, requestId: string): void;
  /** Called for every answer of 500 and above, whoever gives it; the id is in its headers. */
  onFailedAnswer?(failed: FailedAnswer): void;
  readonly timeouts?: RequestTimeouts;
}

export interface FailedAnswer {
  readonly status: number;
  readonly requestId: string;
  /** Of a refusal that can be asked again: nothing is broken. */
  readonly retryAfterSeconds?: number;
}

const headerBytesMax = 16 * 1024;
const methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

export async function listenWeb(options: WebServerOptions): Promise<WebServer> {
  const ready = Promise.withResolvers<RequestHandler>();
  let closing = false;
  const server = createServer(socketOptions(headerBytesMax, options.timeouts));
  answerUnreadable(server, (reason) => rawRefusal(refusals[reason]));
  server.on("request", (request, response) => {
    if (closing) response.setHeader("Connection", "close");
    // A kept-alive connection would delay the stop.
    response.once("close", () => closing && setImmediate(() => server.closeIdleConnections()));
    if (!isAcceptable(request, response)) return;
    beforeHead(response, () => nameFailure(response));
    setPeerHeaders(request.headers, request.socket.remoteAddress, options.trustProxy);
    const { traceparent } = request.headers;
    const caller = readTraceparent(typeof traceparent === "string" ? traceparent : undefined);
    void inTrace(caller, () => answer(request, response), spanOf(request, response, caller)?.trace);
  });

  function nameFailure(response: ServerResponse): void {
    if (response.statusCode < 500) return;
    const requestId = String(response.getHeader("X-Request-Id") ?? randomUUID());
    response.setHeader("X-Request-Id", requestId);
    const wait = response.getHeader("Retry-After");
    const refused = wait === undefined ? {} : { retryAfterSeconds: Number(wait) };
    options.onFailedAnswer?.({ status: response.statusCode, requestId, ...refused });
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      const handler = await ready.promise;
      if (options.admit?.(request, response) === false) return;
      await withTraits((traits) => {
        options.prepare?.(request, response, traits);
        return handler(request, response);
      });
    } catch (error) {
      const requestId = randomUUID();
      options.onFailure(error, requestId);
      if (response.headersSent) response.destroy();
      else refuse(response, refusals.failed, requestId);
    }
  }

  server.on("connect", (_request, socket) => {
    socket.on("error", () => socket.destroy());
    socket.end(rawRefusal(refusals.methodNotAllowed(methods)), () => socket.destroy());
  });
  const address = await listenAt(server, options);
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

/** The first words of the address, since what follows may be a secret. */
const routeForm = /^\/(?:api\/)?[a-z-]{1,30}(?=[/?]|$)|^\/(?=$|\?)/;

function spanOf(request: IncomingMessage, response: ServerResponse, caller: Trace | undefined) {
  const method = request.method ?? "";
  const route = routeForm.exec(request.url ?? "")?.[0] ?? "other";
  const attributes = { "http.request.method": method, "http.route": route };
  const span = openSpan(`${method} ${route}`, "server", caller, attributes);
  if (span !== undefined) {
    response.once("close", () => span.end(response.writableFinished ? response.statusCode : undefined));
  }
  return span;
}

function isAcceptable(request: IncomingMessage, response: ServerResponse): boolean {
  if (!methods.includes(request.method ?? "")) {
    refuse(response, refusals.methodNotAllowed(methods));
    return false;
  }
  const fault = hostFault(request);
  if (fault !== undefined) {
    refuse(response, refusals[fault]);
    return false;
  }
  if (!normaliseTarget(request) || !isDecodable(pathOf(request.url ?? "/"))) {
    refuse(response, refusals.malformed_request);
    return false;
  }
  if (hasDotSegment(request.url ?? "/")) {
    refuse(response, refusals.dotSegment);
    return false;
  }
  return true;
}
