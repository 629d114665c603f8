import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Service } from "../app.ts";

export interface HttpServer {
  readonly address: AddressInfo;
  /** Stops accepting, lets requests in flight end, and cuts what is left after the time given. */
  close(timeoutMs: number): Promise<void>;
}

export interface HttpServerOptions {
  readonly host: string;
  readonly port: number;
  readonly trustForwarded: boolean;
}

/** Above the service's own 16 KiB, so that it can answer 431 with a body; beyond this the parser gives up. */
const parserHeaderBytesMax = 32 * 1024;

export async function listen(service: Pick<Service, "fetch">, options: HttpServerOptions): Promise<HttpServer> {
  const listener = getRequestListener(
    (request, { incoming }) =>
      service.fetch(request, {
        address: addressOf(incoming, options.trustForwarded),
        headerBytes: headerBytesOf(incoming.rawHeaders),
      }),
    // A request line or Host header that is no URL: the pipeline never sees it.
    { errorHandler: () => new Response("Bad Request\n", { status: 400, headers: { "Content-Type": "text/plain" } }) },
  );
  const server = createServer(
    {
      maxHeaderSize: parserHeaderBytesMax,
      headersTimeout: 20_000,
      requestTimeout: 60_000,
      keepAliveTimeout: 65_000,
      noDelay: true,
    },
    listener,
  );
  server.on("clientError", refuseUnreadable);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host: options.host, port: options.port }, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The service listens on no port.");
  return { address, close: (timeoutMs) => closeServer(server, timeoutMs) };
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

/** What the HTTP parser refuses never becomes a Request. */
function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === "ECONNRESET") {
    socket.destroy();
    return;
  }
  const tooLarge = error.code === "HPE_HEADER_OVERFLOW";
  const status = tooLarge ? "431 Request Header Fields Too Large" : "400 Bad Request";
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
}

function addressOf(incoming: { readonly socket: Socket } & Pick<IncomingMessage, "headers">, trust: boolean): string {
  if (trust) {
    // The last address is the one that our own proxy added; those before it are the caller's words.
    const last = String(incoming.headers["x-forwarded-for"] ?? "")
      .split(",")
      .at(-1)
      ?.trim();
    if (last !== undefined && last !== "") return last;
  }
  return incoming.socket.remoteAddress ?? "unknown";
}

function headerBytesOf(rawHeaders: readonly string[]): number {
  let bytes = 0;
  for (const part of rawHeaders) bytes += part.length + 2;
  return bytes;
}
