import { hash } from "node:crypto";

/** Answers of free endpoints carry a weak ETag: what a client has already is not sent again. */
export function catalogResponse(request: Request, headers: Record<string, string>, value: unknown): Response {
  const body = JSON.stringify(value);
  const etag = `W/"${hash("sha1", body, "base64url")}"`;
  headers["ETag"] = etag;
  headers["Cache-Control"] = "private, no-cache";
  headers["Vary"] = "Authorization";
  const known = request.headers.get("if-none-match");
  if (known !== null && matches(known, etag)) return new Response(null, { status: 304, headers });
  headers["Content-Type"] = "application/json";
  return new Response(body, { status: 200, headers });
}

function matches(ifNoneMatch: string, etag: string): boolean {
  const strong = etag.slice(2);
  return ifNoneMatch.split(",").some((each) => {
    const candidate = each.trim();
    return candidate === "*" || candidate === etag || candidate === strong;
  });
}
