import { crc32 } from "node:zlib";
import type { EncodedText, Incoming, Reply } from "./wire.ts";

/** Answers of free endpoints have a weak ETag, so that a client does not get the same answer again. */
export function catalogReply(incoming: Incoming, headers: Record<string, string>, value: unknown): Reply {
  const { body, etag } = encoded(value);
  headers["ETag"] = etag;
  headers["Cache-Control"] = "private, no-cache";
  headers["Vary"] = "Authorization";
  const known = incoming.header("if-none-match");
  if (known !== null && matches(known, etag)) return { status: 304, headers, body: null };
  headers["Content-Type"] = "application/json";
  return { status: 200, headers, body };
}

/** An answer that says something of this moment: nobody keeps it. */
export function privateReply(headers: Record<string, string>, value: unknown): Reply {
  return {
    status: 200,
    headers: { ...headers, "Content-Type": "application/json", "Cache-Control": "no-store" },
    body: JSON.stringify(value),
  };
}

const encoder = new TextEncoder();
const scratch = Buffer.allocUnsafeSlow(512 * 1024);

/** Read out of one shared buffer: for Japanese text several times as fast as encoding into a new one. */
function encoded(value: unknown): Encoded {
  const text = JSON.stringify(value);
  // A UTF-16 unit is at most three bytes.
  if (text.length * 3 > scratch.length) return taggedOf(Buffer.from(text));
  return taggedOf(scratch.subarray(0, encoder.encodeInto(text, scratch).written));
}

interface Encoded {
  readonly body: EncodedText;
  readonly etag: string;
}

function taggedOf(bytes: Buffer): Encoded {
  return { body: { oneByte: bytes.toString("latin1") }, etag: weakTag(bytes) };
}

/** Distinguishes answers of the same address; security does not depend on it, so a checksum and a length suffice. */
function weakTag(body: Buffer): string {
  return `W/"${body.byteLength.toString(36)}-${crc32(body).toString(36)}"`;
}

function matches(ifNoneMatch: string, etag: string): boolean {
  const strong = etag.slice(2);
  return ifNoneMatch.split(",").some((each) => {
    const candidate = each.trim();
    return candidate === "*" || candidate === etag || candidate === strong;
  });
}
