import { requestHeaders } from "./request-headers.ts";

/**
 * Who is at the other end of a connection. Next hides the socket from handlers and believes forwarded headers of
 * anybody, so both are put right where the server takes a request in.
 */
type IncomingHeaders = Record<string, string | string[] | undefined>;

export function noteOn(headers: IncomingHeaders, socketAddress: string | undefined, trustProxy: boolean): void {
  const forwarded = headers["x-forwarded-for"];
  const list = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  // The last hop is the one our own proxy has written; those before it are the caller's to invent.
  const claimed = trustProxy ? list?.split(",").at(-1)?.trim() : undefined;
  headers[requestHeaders.peer] = claimed === undefined || claimed === "" ? (socketAddress ?? "unknown") : claimed;
  for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"]) {
    delete headers[name];
  }
}

export function peerAddress(headers: Headers): string {
  return headers.get(requestHeaders.peer) ?? "unknown";
}
