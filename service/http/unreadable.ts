import { type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Problem } from "./problem.ts";
import type { Reply } from "./wire.ts";

/**
 * What the HTTP parser refuses never becomes a request, so nobody answers it: here it gets a problem like any other,
 * and its connection ends, for nobody knows where the next request on it would begin.
 */
export function unreadable(refuse: (problem: Problem) => Reply) {
  const latest = new WeakMap<Socket, ServerResponse>();
  return {
    /** Remembers what is being answered on a connection. */
    answering(response: ServerResponse): void {
      if (response.socket !== null) latest.set(response.socket, response);
    },
    failed(error: Error & { code?: string }, socket: Socket): void {
      if (!socket.writable || error.code === "ECONNRESET" || isBeingAnswered(latest.get(socket))) socket.destroy();
      else socket.end(bytesOf(refuse(problemOf(error.code))), () => socket.destroySoon());
    },
  };
}

/** A refusal written now would be taken for the answer to the whole request that came before, or for a part of it. */
function isBeingAnswered(response: ServerResponse | undefined): boolean {
  if (response === undefined || response.writableFinished) return false;
  return response.headersSent || response.req.complete;
}

function problemOf(code: string | undefined): Problem {
  if (code === "HPE_HEADER_OVERFLOW") return new Problem("headers_too_large", "Headers and path are too large.");
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return new Problem("request_timeout", "The request did not end in time.");
  return new Problem(
    "malformed_request",
    "This can't be read as HTTP. Characters beyond ASCII, and spaces, are percent-encoded in an address.",
  );
}

export const hostMissing = () => new Problem("malformed_request", "A request of HTTP/1.1 names its host.");

/** An answer for a connection that Node has no response for; it ends with it. */
export function bytesOf({ status, headers, body }: Reply): Buffer {
  const text = Buffer.from(typeof body === "string" || body instanceof Uint8Array ? body : "");
  const lines = Object.entries({ ...headers, "Content-Length": String(text.byteLength), Connection: "close" }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\nDate: ${new Date().toUTCString()}\r\n`;
  return Buffer.concat([Buffer.from(`${head}${lines.join("")}\r\n`), text]);
}
