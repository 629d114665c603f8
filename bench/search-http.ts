/** The engine behind a bare socket in a process of its own, as groonga's server is. Prints its address. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import type { DocumentQuery } from "../service/search/port.ts";
import { createSearchIndex } from "../service/search/sqlite/create-index.ts";
import { openDatabase } from "../service/storage/sqlite/database.ts";

export async function spawnServer(file: string): Promise<{ url: string; close(): Promise<void> }> {
  const child = spawn(process.execPath, [import.meta.filename, file], { stdio: ["ignore", "pipe", "inherit"] });
  const [url] = await once(createInterface(child.stdout), "line");
  return {
    url: String(url),
    async close() {
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function serve(file: string): void {
  const index = createSearchIndex({ db: openDatabase(file), file });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const query: DocumentQuery = JSON.parse(Buffer.concat(chunks).toString());
      index.searchDocuments(query, AbortSignal.timeout(30_000)).then(
        (matches) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(matches)),
        (error: unknown) => response.writeHead(500).end(String(error)),
      );
    });
  });
  server.listen(0, "127.0.0.1", () => {
    const address = server.address();
    if (address !== null && typeof address === "object") console.log(`http://127.0.0.1:${address.port}/`);
  });
}

const [, script, file] = process.argv;
if (script === import.meta.filename && file !== undefined) serve(file);
