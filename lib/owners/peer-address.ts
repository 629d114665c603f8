import { BlockList, isIP } from "node:net";
import { requestHeaders } from "./request-headers.ts";

/**
 * The address of the caller. Next gives handlers no access to the socket and trusts forwarded headers from anybody, so
 * the server sets headers of its own when it receives a request.
 */
type IncomingHeaders = Record<string, string | string[] | undefined>;

/** Names that proxies, load balancers and networks of delivery add, and browsers and other clients don't send. */
const proxyHeaders = [
  /forwarded|(?:^|-)via$|^cdn-loop$/,
  /(?:client|connecting|connection|originating|peer|proxyuser|real|remote|socket|source|user)-?(?:ip|addr(?:ess)?|host)s?$/,
  /^x-(?:host|original|rewrite|proxy|cluster|gateway|edge|cdn)(?:-|$)/,
  /^(?:x-)?(?:akamai|ali-cdn|amz|amzn|appengine|arr|azure|cf|cloud-trace|cloudflare|cloudfront|envoy|fastly|fly|haproxy|incap|ngrok|nf|render|sucuri|tailscale|varnish|vercel)(?:-|$)/,
];

export function setPeerHeaders(headers: IncomingHeaders, socketAddress: string | undefined, trustProxy: boolean): void {
  // Looked at before they are removed. A proxy on this machine is a local peer too, and its callers are not.
  const isForwarded = Object.keys(headers).some((name) => proxyHeaders.some((pattern) => pattern.test(name)));
  delete headers[requestHeaders.local];
  if (!isForwarded && isLoopbackAddress(socketAddress)) headers[requestHeaders.local] = "yes";
  const forwarded = headers["x-forwarded-for"];
  const list = Array.isArray(forwarded) ? forwarded.join(",") : forwarded;
  // Our own proxy has written the last address; a caller can invent those before it.
  const claimed = trustProxy ? list?.split(",").at(-1)?.trim() : undefined;
  headers[requestHeaders.peer] = claimed === undefined || claimed === "" ? (socketAddress ?? "unknown") : claimed;
  for (const name of ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port", "forwarded"]) {
    delete headers[name];
  }
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

function isLoopbackAddress(address: string | undefined): boolean {
  if (address === undefined || isIP(address) === 0) return false;
  // An IPv4 address written as IPv6 is the IPv4 address.
  return loopback.check(address, isIP(address) === 4 ? "ipv4" : "ipv6");
}

/** A header can refuse and never grant: what a caller sends under this name is removed. */
export function isLocalCaller(headers: Pick<Headers, "get">): boolean {
  return headers.get(requestHeaders.local) === "yes";
}

export function peerAddress(headers: Headers): string {
  return headers.get(requestHeaders.peer) ?? "unknown";
}
