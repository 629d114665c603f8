import { lookup as systemLookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { isPublicAddress } from "./public-address.ts";

/** `any` for tests and receivers in a network of one's own. */
export type OutsideNetwork = "public" | "any";

class NotPublic extends Error {
  constructor() {
    super("the address is not public");
    this.name = "NotPublic";
  }
}

export interface PublicAgentOptions {
  readonly lookup?: LookupFunction;
  readonly timeoutMs: number;
  readonly ca?: string;
}

/**
 * Connects to addresses that others name. The address is checked where the connection is made: every address that the
 * name resolves to at that moment, and the one that the socket then has. So a name that changes its address (DNS
 * rebinding) can't lead inside.
 */
export function makePublicAgent(network: OutsideNetwork, { lookup, timeoutMs, ca }: PublicAgentOptions): Agent {
  const isAllowed = (address: string | undefined) =>
    network === "any" || (address !== undefined && isPublicAddress(address));
  const connect = buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    lookup: checkedLookup(lookup ?? systemLookup, isAllowed),
    ...(ca === undefined ? {} : { ca }),
  });
  return new Agent({
    connect: (wanted, callback) => {
      // An address written as such is connected to without a lookup.
      const host = wanted.hostname.replace(/^\[(.*)\]$/, "$1");
      if (isIP(host) !== 0 && !isAllowed(host)) return callback(new NotPublic(), null);
      return connect(wanted, (...[error, socket]) => {
        if (error !== null) return callback(error, null);
        if (isAllowed(socket.remoteAddress)) return callback(null, socket);
        socket.destroy();
        return callback(new NotPublic(), null);
      });
    },
    // Each request connects anew, so that each is checked.
    pipelining: 0,
    connections: 4,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  });
}

export function isNotPublic(error: unknown): boolean {
  return error instanceof NotPublic || (error instanceof Error && error.cause instanceof NotPublic);
}

/** Resolves a name and refuses it if any of its addresses is not public: a mixed answer is an attempt. */
function checkedLookup(lookup: LookupFunction, isAllowed: (address: string | undefined) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, found, family) => {
      if (error !== null) return callback(error, found, family);
      const addresses = Array.isArray(found) ? found.map((each) => each.address) : [found];
      if (addresses.length > 0 && addresses.every(isAllowed)) return callback(null, found, family);
      return callback(new NotPublic(), [], 0);
    });
  };
}
