import { requestHeaders } from "./request-headers.ts";

/**
 * The address of the caller. Next gives handlers no access to the socket and trusts forwarded headers from anybody, so
 * the server sets its own header when it receives a request.
 */
type IncomingHeaders = Record<string, string | string[] | undefined>;

export function setPeerHeader(headers: IncomingHeaders, socketAddress: string | undefined, trustProxy: boolean): void {
  const forwarded = headers["x-forwarded-for"];
  const list = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  // Our own proxy has written the last address; a caller can invent those before it.
  const claimed = trustProxy ? list?.split(",").at(-1)?.trim() : undefined;
  headers[requestHeaders.peer] = claimed === undefined || claimed === "" ? (socketAddress ?? "unknown") : claimed;
  for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"]) {
    delete headers[name];
  }
}

export function peerAddress(headers: Headers): string {
  return headers.get(requestHeaders.peer) ?? "unknown";
}
