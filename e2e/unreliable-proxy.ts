import { once } from "node:events";
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http";

/** A proxy between the web app and its service: relays everything, or behaves as the test says. */
export type Behaviour = "works" | "hangs" | "refuses" | "500" | "503" | "garbage";

export interface UnreliableProxy {
  readonly url: string;
  behave(as: Behaviour): void;
  stop(): Promise<void>;
}

export async function startProxy(target: () => string): Promise<UnreliableProxy> {
  let behaviour: Behaviour = "works";
  const server = createServer((request, response) => {
    if (behaviour === "works") return pass(request, response, target());
    if (behaviour === "hangs") return undefined;
    if (behaviour === "garbage")
      return response.writeHead(200, { "content-type": "application/json" }).end('{"toc": [');
    return response.writeHead(Number(behaviour), { "content-type": "text/html" }).end("<h1>Sorry</h1>");
  });
  server.on("connection", (socket) => {
    // To the caller it is as if nothing listened.
    if (behaviour === "refuses") socket.resetAndDestroy();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    behave(as) {
      behaviour = as;
      // Hanging requests are never answered; new ones get the new behaviour on a new connection.
      server.closeAllConnections();
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

function pass(request: IncomingMessage, response: ServerResponse, target: string): void {
  const { method = "GET", headers } = request;
  const onward = forward(new URL(request.url ?? "/", target), { method, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.on("error", () => response.destroy());
  request.pipe(onward);
}
