import { createHash, randomBytes } from "node:crypto";
import { networkOf } from "../../owners/network.ts";
import { peerAddress } from "../../owners/peer-address.ts";
import { app, partOf } from "../../running-app.ts";
import { findFeedByToken, noteFeedRead } from "../../store/feeds.ts";
import { findKeptKey } from "../../store/kept-keys.ts";
import { listRecent } from "../../store/updates.ts";
import { feedXml } from "./atom.ts";
import { FeedNetworks } from "./feed-networks.ts";
import { appOrigin } from "./links.ts";

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
  const { store, settings } = app();
  const waitSeconds = partOf(app(), FeedNetworks).secondsToWait(networkOf(peerAddress(request.headers)), nowMs);
  if (waitSeconds > 0) {
    return plain(429, "Too many requests for feeds from this address.\n", { "Retry-After": String(waitSeconds) });
  }
  const feed = /^[\w-]{43}$/.test(token) ? await findFeedByToken(store, feedTokenHash(token)) : undefined;
  if (feed === undefined) return plain(404, "There is no feed at this address.\n", {});
  await noteFeedRead(store, feed, nowMs);
  const updates = await listRecent(store, feed.owner_id, feed.source, entriesMax);
  const paused = (await findKeptKey(store, feed.owner_id)) === undefined;
  const { xml, etag, updatedAtMs } = feedXml(feed, updates, { paused, origin: appOrigin(settings) });
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
