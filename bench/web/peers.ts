import { spawnSync } from "node:child_process";
import { createReadStream, existsSync, mkdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";
import { freePort } from "../../scripts/wait-for-program.ts";
import { root } from "./figures.ts";

const require = createRequire(import.meta.url);
const cache = path.join(root, ".cache/bench");

export interface Peers {
  readonly url: string;
  stop(): void;
}

/** Exact paths, and folders by their beginning with a slash at the end; a body, or a file to send. */
export type ServedFiles = Readonly<Record<string, string | { readonly file: string } | { readonly folder: string }>>;

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".mjs": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".pdf": "application/pdf",
  ".jpg": "image/jpeg",
  ".wasm": "application/wasm",
};

/** Serves a peer's page from a plain file server that supports ranges, so that it is not slowed down. */
export async function servePeers(files: ServedFiles): Promise<Peers> {
  const port = await freePort();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://peers");
    const target = pathname === "/" ? "/index.html" : pathname;
    const exact = files[target];
    const type = types[path.extname(target)] ?? "application/octet-stream";
    response.setHeader("content-type", type);
    response.setHeader("cache-control", "private, max-age=3600");
    if (typeof exact === "string") return void response.end(exact);
    if (exact !== undefined && "file" in exact) return sendFile(response, exact.file, request.headers.range);
    const [prefix, folder] =
      Object.entries(files).find(([name]) => name.endsWith("/") && target.startsWith(name)) ?? [];
    if (prefix === undefined || typeof folder !== "object" || !("folder" in folder)) {
      return void response.writeHead(404).end();
    }
    sendFile(response, path.join(folder.folder, path.normalize(`/${target.slice(prefix.length)}`)), undefined);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close().closeAllConnections() };
}

function sendFile(response: ServerResponse, file: string, range: string | undefined): void {
  if (!existsSync(file)) return void response.writeHead(404).end();
  const { size } = statSync(file);
  response.setHeader("accept-ranges", "bytes");
  const [, from, to] = /^bytes=(\d+)-(\d*)$/.exec(range ?? "") ?? [];
  const start = Number(from ?? 0);
  const end = to === undefined || to === "" ? size - 1 : Math.min(Number(to), size - 1);
  response.setHeader("content-length", end - start + 1);
  if (from === undefined) response.writeHead(200);
  else response.writeHead(206, { "content-range": `bytes ${start}-${end}/${size}` });
  createReadStream(file, { start, end })
    .on("error", () => response.destroy())
    .pipe(response);
}

export const pdfjsFolder = path.dirname(require.resolve("pdfjs-dist/package.json"));

/** A package's folder, installed beside the project and not into it: what only the bench needs is no dependency. */
export function installedPeer(name: string, version: string): string {
  const folder = path.join(cache, "peers", `${name}-${version}`);
  const installed = path.join(folder, "node_modules", name);
  if (!existsSync(path.join(installed, "package.json"))) {
    mkdirSync(folder, { recursive: true });
    const args = ["install", "--prefix", folder, "--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error"];
    const done = spawnSync("npm", [...args, `${name}@${version}`], { cwd: folder, encoding: "utf8" });
    if (done.status !== 0) throw new Error(`${name} could not be installed: ${done.stderr}`);
  }
  return installed;
}

export const seadragonFolder = () => path.join(installedPeer("openseadragon", "6.1.1"), "build/openseadragon");

/** A peer's page as it would be published: React in production mode, minified, in one file. */
export async function bundled(entry: string): Promise<string> {
  // Comes with the test runner.
  const { build } = await import("rolldown");
  const { output } = await build({
    input: path.join(import.meta.dirname, "peers", entry),
    write: false,
    platform: "browser",
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    output: { format: "iife", minify: true },
  });
  return output[0].code;
}

export function htmlPage(body: string, style = ""): string {
  return `<!doctype html><html lang="ja"><meta charset="utf-8"><title>peer</title><style>${style}</style>${body}</html>`;
}

export function peerFile(name: string): string {
  return readFileSync(path.join(import.meta.dirname, "peers", name), "utf8");
}
