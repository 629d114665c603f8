import { createHash, randomBytes } from "node:crypto";
import { registerBounded } from "../../kit/bounded.ts";
import { networkOf } from "../../owners/network.ts";
import { peerAddress } from "../../owners/peer-address.ts";
import { store } from "../../running-app.ts";
import { findFeedByToken, noteFeedRead } from "../../store/feeds.ts";
import { findKeptKey } from "../../store/kept-keys.ts";
import { listRecent } from "../../store/updates.ts";
import { feedXml } from "./atom.ts";

/**
 * Answers a feed's address, which is all that a reader has: no session, no cookie. It is served from the store without
 * a call to the service, and an unknown address is answered like a revoked one.
 */
const entriesMax = 500;

export function makeFeedToken(): string {
  return randomBytes(32).toString("base64url");
}

export function feedTokenHash(token: string): string {
  return createHash("sha256").update(`hiraku feed\0${token}`).digest("hex");
}

export async function serveFeed(request: Request, token: string, nowMs: number): Promise<Response> {
  const waitSeconds = secondsToWait(networkOf(peerAddress(request.headers)), nowMs);
  if (waitSeconds > 0) {
    return plain(429, "Too many requests for feeds from this address.\n", { "Retry-After": String(waitSeconds) });
  }
  const feed = /^[\w-]{43}$/.test(token) ? await findFeedByToken(store(), feedTokenHash(token)) : undefined;
  if (feed === undefined) return plain(404, "There is no feed at this address.\n", {});
  await noteFeedRead(store(), feed, nowMs);
  const updates = await listRecent(store(), feed.owner_id, feed.source, entriesMax);
  const { xml, etag, updatedAtMs } = feedXml(feed, updates, (await findKeptKey(store(), feed.owner_id)) === undefined);
  const headers = {
    ...sharedHeaders,
    ETag: etag,
    "Last-Modified": new Date(updatedAtMs).toUTCString(),
    "Cache-Control": "private, no-cache",
  };
  if (hasTag(request.headers.get("if-none-match"), etag)) return new Response(null, { status: 304, headers });
  return new Response(xml, { headers: { ...headers, "Content-Type": "application/atom+xml; charset=utf-8" } });
}

const sharedHeaders = { "X-Robots-Tag": "noindex, nofollow", "X-Content-Type-Options": "nosniff" } as const;

function plain(status: number, text: string, headers: Readonly<Record<string, string>>): Response {
  const type = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" };
  return new Response(text, { status, headers: { ...sharedHeaders, ...type, ...headers } });
}

/** A weak comparison, as If-None-Match asks for. */
function hasTag(header: string | null, etag: string): boolean {
  return (header ?? "").split(",").some((each) => each.trim() === "*" || each.trim().replace(/^W\//, "") === etag);
}

/** How often one network may ask in a minute: enough for a reader with a hundred feeds. */
export const requestsPerMinute = 120;
const minuteMs = 60_000;
const networksMax = 10_000;

interface Asked {
  count: number;
  readonly until: number;
}

const feedNetworks = new Map<string, Asked>();

registerBounded({
  name: "hiraku_web_feed_networks",
  help: "Networks whose requests for feeds are counted.",
  max: networksMax,
  size: () => feedNetworks.size,
});

function secondsToWait(network: string, nowMs: number): number {
  const before = feedNetworks.get(network);
  // The wall clock may have been set back: no count lasts longer than its minute.
  if (before !== undefined && before.until > nowMs && before.until <= nowMs + minuteMs) {
    before.count++;
    return before.count > requestsPerMinute ? Math.ceil((before.until - nowMs) / 1000) : 0;
  }
  feedNetworks.delete(network);
  const oldest = feedNetworks.size >= networksMax ? feedNetworks.keys().next() : undefined;
  if (oldest?.done === false) feedNetworks.delete(oldest.value);
  feedNetworks.set(network, { count: 1, until: nowMs + minuteMs });
  return 0;
}
