import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A receiver of webhooks on this machine that answers as the test says, and records what arrives. */
export interface Receiver extends AsyncDisposable {
  readonly address: string;
  readonly received: { readonly headers: IncomingHttpHeaders; readonly body: string; readonly url: string }[];
  answer: (response: ServerResponse, count: number) => void;
}

export async function startReceiver(): Promise<Receiver> {
  const received: Receiver["received"] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString("utf8");
      received.push({ headers: request.headers, body, url: request.url ?? "" });
      receiver.answer(response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    address: `http://127.0.0.1:${port}/hook`,
    received,
    answer: (response) => response.writeHead(204).end(),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
