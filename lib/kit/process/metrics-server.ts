import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { listenAt } from "./sockets.ts";

/** Figures for Prometheus, on a port of their own so that they are never public by accident. */
export async function serveMetrics(
  metrics: { text(): Promise<string> },
  at: { readonly host: string; readonly port: number },
): Promise<Server> {
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await metrics.text();
      response.writeHead(200, { "Content-Type": "text/plain; version=0.0.4; charset=utf-8" }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  await listenAt(server, at);
  // The listener alone keeps no program alive.
  server.unref();
  return server;
}
