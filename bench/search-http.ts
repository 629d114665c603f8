import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { DocumentQuery, SearchIndex } from "../service/domain/search/port.ts";

/** The engine behind a bare socket, so that it is compared with groonga's own server and not with a service. */
export async function serveIndex(index: SearchIndex): Promise<{ url: string; close(): Promise<void> }> {
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
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
