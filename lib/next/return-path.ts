import type { Route } from "next";
import { apiRoot } from "../routes.ts";

/** The path to go to after signing in: always one of this app, since anything else would be an open redirect. */
export function returnPath(wanted: string | null | undefined): Route {
  return safePath(wanted) as Route;
}

function safePath(wanted: string | null | undefined): string {
  if (wanted === null || wanted === undefined || !wanted.startsWith("/") || wanted.length > 2048) return "/";
  // Browsers read a backslash as a slash and drop tabs and newlines, so "/\evil" and "/\t/evil" lead to other hosts.
  if (/[\\\p{Cc}]/u.test(wanted)) return "/";
  try {
    const url = new URL(wanted, "http://app.invalid");
    if (url.origin !== "http://app.invalid" || url.pathname.startsWith("//")) return "/";
    return url.pathname.startsWith(apiRoot) ? "/" : url.pathname + url.search + url.hash;
  } catch {
    return "/";
  }
}
