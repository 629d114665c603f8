import type { IncomingMessage } from "node:http";

const absoluteForm = /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)([^#]*)/i;

/**
 * Turns an absolute request target (`GET http://host/path`, as proxies send it) into the usual path and a Host header.
 * The target's host replaces the header, as HTTP demands, and is checked like that of any other request, so that Next
 * never uses it for a redirect. Returns false for an invalid target.
 */
export function normaliseTarget(request: Pick<IncomingMessage, "url" | "headers" | "method">): boolean {
  const target = request.url ?? "";
  if (target.startsWith("/")) return true;
  if (target === "*") return request.method === "OPTIONS" && setPath(request, "/");
  const match = absoluteForm.exec(target);
  if (match === null) return false;
  const [, authority = "", rest = ""] = match;
  request.headers.host = authority;
  return setPath(request, rest.startsWith("/") ? rest : `/${rest}`);
}

/**
 * Finds `.` and `..`, percent-encoded or not. Browsers resolve these before sending, so they are never intended; Next
 * would resolve them too, and answer with another page, which requests data from the service.
 */
export function hasDotSegment(target: string): boolean {
  return pathOf(target)
    .split(/[/\\]/)
    .some((segment) => /^(?:\.|%2e){1,2}$/i.test(segment));
}

/** A target without its query. */
export function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? "";
}

function setPath(request: Pick<IncomingMessage, "url">, path: string): true {
  request.url = path;
  return true;
}
