import { createHash } from "node:crypto";
import type { FeedRow } from "../../store/feeds.ts";
import type { UpdateRow } from "../../store/updates.ts";
import { updateKind } from "../../text/format/update-source.ts";
import { documentAddress } from "./links.ts";
import { readStoredDocument } from "./stored-document.ts";

/** The bytes depend on what is stored alone, so that an unchanged feed is answered with 304. */
export interface FeedText {
  readonly xml: string;
  readonly etag: string;
  readonly updatedAtMs: number;
}

/** The words before the titles of amendments and withdrawals; feeds have no language of a reader. */
const kindWords = { document: "", amendment: "【訂正 / Amendment】", withdrawal: "【取下げ / Withdrawn】" } as const;

export function feedXml(
  feed: FeedRow,
  updates: readonly UpdateRow[],
  { paused, origin }: { readonly paused: boolean; readonly origin: string },
): FeedText {
  const updatedAtMs = Math.max(feed.created_at, ...updates.map(({ found_at }) => found_at));
  const subtitle = paused ? "Paused: no key is kept for this feed. Sign in and resume it on the account page." : "";
  const xml = [
    `<?xml version="1.0" encoding="utf-8"?>`,
    `<feed xmlns="http://www.w3.org/2005/Atom">`,
    `<id>tag:hiraku,2026:feed/${escaped(feed.feed_id)}</id>`,
    `<title>${escaped(feed.title)}</title>`,
    ...(subtitle === "" ? [] : [`<subtitle>${escaped(subtitle)}</subtitle>`]),
    `<updated>${time(updatedAtMs)}</updated>`,
    `<link rel="alternate" type="text/html" href="${escaped(origin)}/"/>`,
    `<author><name>Hiraku</name></author>`,
    `<generator>Hiraku</generator>`,
    ...updates.map((update) => entryXml(update, origin)),
    `</feed>`,
    "",
  ].join("\n");
  return { xml, etag: `"${createHash("sha256").update(xml).digest("base64url")}"`, updatedAtMs };
}

function entryXml({ event, document, document_id, found_at }: UpdateRow, origin: string): string {
  const read = readStoredDocument(document);
  const kind = updateKind({ event, amends: read?.amends_document_id ?? null });
  const issuer = [read?.security_code, read?.issuer_name].filter((part) => part != null).join(" ");
  const title = [issuer, read?.title ?? document_id].filter((part) => part !== "").join(": ");
  const published = Date.parse(read?.timeline_at ?? "");
  return [
    `<entry>`,
    `<id>tag:hiraku,2026:document/${escaped(encodeURIComponent(document_id))}/${event}</id>`,
    `<title>${escaped(kindWords[kind] + title)}</title>`,
    `<updated>${time(found_at)}</updated>`,
    ...(Number.isNaN(published) ? [] : [`<published>${time(published)}</published>`]),
    `<link rel="alternate" type="text/html" href="${escaped(documentAddress(origin, document_id))}"/>`,
    `<category term="${kind}"/>`,
    `</entry>`,
  ].join("");
}

function time(ms: number): string {
  return new Date(ms).toISOString();
}

/** XML 1.0 has no place for most control characters, nor for halves of surrogate pairs: they are left out. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
