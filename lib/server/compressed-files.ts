import { readdirSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { type Encoding, preferredEncoding } from "./accept-encoding.ts";
import { addVary } from "./answer-head.ts";

/** The address of the build's own files. */
const prefix = "/_next/static/";

const types: Readonly<Record<string, string>> = {
  ".js": "application/javascript; charset=UTF-8",
  ".mjs": "application/javascript; charset=UTF-8",
  ".css": "text/css; charset=UTF-8",
  ".svg": "image/svg+xml",
};

export const suffixes = { br: ".br", gzip: ".gz" } as const satisfies Record<Encoding, string>;

export function isCompressible(file: string): boolean {
  return path.extname(file) in types;
}

/**
 * Serves scripts and styles from the copies that the build compressed: the request is changed into one for the copy,
 * which Next serves as it serves every file, with a tag and ranges of its own.
 */
export function serveCompressedFiles(folder: string): (request: IncomingMessage, response: ServerResponse) => void {
  const copies = new Set(copiesIn(folder));
  return (request, response) => {
    const [pathname = "", query] = (request.url ?? "").split("?", 2);
    const type = types[path.extname(pathname)];
    if (!pathname.startsWith(prefix) || type === undefined) return;
    const name = decoded(pathname.slice(prefix.length));
    if (name === undefined || !copies.has(name + suffixes.gzip)) return;
    addVary(response, "Accept-Encoding");
    const encoding = preferredEncoding(request.headers["accept-encoding"]);
    if (encoding === undefined || request.headers.range !== undefined) return;
    if (request.method !== "GET" && request.method !== "HEAD") return;
    response.setHeader("Content-Encoding", encoding);
    response.setHeader("Content-Type", type);
    request.url = pathname + suffixes[encoding] + (query === undefined ? "" : `?${query}`);
  };
}

function copiesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((each) => each.split(path.sep).join("/"));
  } catch {
    // No build, as in development.
    return [];
  }
}

function decoded(name: string): string | undefined {
  try {
    return decodeURIComponent(name);
  } catch {
    return undefined;
  }
}
