import { randomUUID } from "node:crypto";
import { type ServerResponse, STATUS_CODES } from "node:http";

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
  hostMissing: {
    status: 400,
    code: "malformed_request",
    detail: "A request of HTTP/1.1 names its host.",
  },
  unreadable: {
    status: 400,
    code: "malformed_request",
    detail: "This can't be read as HTTP. Characters beyond ASCII, and spaces, are percent-encoded in an address.",
  },
  dotSegment: { status: 404, code: "not_found", detail: "There is no such page: . and .. are no ids." },
  timeout: { status: 408, code: "request_timeout", detail: "The request did not end in time." },
  headersTooLarge: { status: 431, code: "headers_too_large", detail: "Headers and address are too large." },
  failed: { status: 500, code: "app_error", detail: "The app failed. Nothing was charged by this answer." },
} as const;

/** The refusal for an error of Node's HTTP parser. */
export function refusalOfParserError(code: string | undefined): Refusal {
  if (code === "HPE_HEADER_OVERFLOW") return refusals.headersTooLarge;
  if (code === "ERR_HTTP_REQUEST_TIMEOUT") return refusals.timeout;
  return refusals.unreadable;
}

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

/** The same answer as raw bytes, for a connection on which no request could be read. */
export function rawRefusal(refusal: Refusal): Buffer {
  const { headers, body } = answerOf(refusal, randomUUID());
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ""}\r\nDate: ${new Date().toUTCString()}\r\n`;
  return Buffer.concat([Buffer.from(`${head}${lines.join("")}\r\n`), body]);
}
