import { hash } from "node:crypto";
import type { Incoming, Reply } from "./wire.ts";

/** Answers of free endpoints carry a weak ETag: what a client has already is not sent again. */
export function catalogReply(incoming: Incoming, headers: Record<string, string>, value: unknown): Reply {
  const body = Buffer.from(JSON.stringify(value));
  const etag = `W/"${hash("sha1", body, "base64url")}"`;
  headers["ETag"] = etag;
  headers["Cache-Control"] = "private, no-cache";
  headers["Vary"] = "Authorization";
  const known = incoming.header("if-none-match");
  if (known !== null && matches(known, etag)) return { status: 304, headers, body: null };
  headers["Content-Type"] = "application/json";
  return { status: 200, headers, body };
}

function matches(ifNoneMatch: string, etag: string): boolean {
  const strong = etag.slice(2);
  return ifNoneMatch.split(",").some((each) => {
    const candidate = each.trim();
    return candidate === "*" || candidate === etag || candidate === strong;
  });
}
