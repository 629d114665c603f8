import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { rawAnswer, unreadableDetails } from "../kit/process/sockets.ts";

/** Requests that the web server itself refuses, before any page or route. */
export interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const refusals = {
  methodNotAllowed: (allowed: readonly string[]): Refusal => ({
    status: 405,
    code: "method_not_allowed",
    detail: "This method is not served here.",
    headers: { Allow: allowed.join(", ") },
  }),
  host_missing: { status: 400, code: "malformed_request", detail: unreadableDetails.host_missing },
  host_twice: { status: 400, code: "malformed_request", detail: unreadableDetails.host_twice },
  malformed_request: { status: 400, code: "malformed_request", detail: unreadableDetails.malformed_request },
  request_timeout: { status: 408, code: "request_timeout", detail: unreadableDetails.request_timeout },
  headers_too_large: { status: 431, code: "headers_too_large", detail: unreadableDetails.headers_too_large },
  dotSegment: { status: 404, code: "not_found", detail: "There is no such page: . and .. are no ids." },
  failed: { status: 500, code: "app_error", detail: "The app failed. Nothing was charged by this answer." },
} as const;

interface Answer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

function answerOf({ status, code, detail, headers = {} }: Refusal, requestId: string): Answer {
  const title = code.replaceAll("_", " ");
  const body = Buffer.from(
    JSON.stringify({
      type: "about:blank",
      title,
      status,
      code,
      detail,
      instance: requestId,
      retry_after_seconds: null,
    }),
  );
  return {
    headers: {
      "Content-Type": "application/problem+json",
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": requestId,
      ...headers,
      "Content-Length": String(body.byteLength),
      // Closed because it is unknown where the next request on this connection begins.
      Connection: "close",
    },
    body,
  };
}

export function refuse(response: ServerResponse, refusal: Refusal, requestId: string = randomUUID()): void {
  const { headers, body } = answerOf(refusal, requestId);
  response.writeHead(refusal.status, headers).end(body);
}

/** The same answer for a connection on which no request could be read. */
export function rawRefusal(refusal: Refusal): Uint8Array {
  const { headers, body } = answerOf(refusal, randomUUID());
  return rawAnswer(refusal.status, headers, body);
}
