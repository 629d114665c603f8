import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Service } from "../upstream/service.ts";
import type { Upstream } from "../upstream/upstream.ts";
import { testService } from "./test-service.ts";

/** A fake service on its own port that answers as the test says, and records its requests. */
export interface FakeUpstream extends AsyncDisposable {
  readonly baseUrl: string;
  readonly asked: { readonly method: string; readonly url: string; readonly headers: IncomingMessage["headers"] }[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** What is known of it by all that `as` returns. */
  readonly service: Service;
  as(key: string): Upstream;
}

export async function startFakeUpstream(answer: FakeUpstream["answer"]): Promise<FakeUpstream> {
  const asked: FakeUpstream["asked"][number][] = [];
  const server = createServer((request, response) => {
    asked.push({ method: request.method ?? "", url: request.url ?? "", headers: request.headers });
    fake.answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const service = testService();
  const fake: FakeUpstream = {
    service,
    baseUrl,
    asked,
    answer,
    as: (key) => ({ service, baseUrl, key, keyId: `id-of-${key.length}-${key.slice(-2)}` }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return fake;
}

export function json(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  const type = status < 400 ? "application/json" : "application/problem+json";
  response.writeHead(status, { "content-type": type, "x-request-id": "req-1", ...headers });
  response.end(JSON.stringify(body));
}

export function problem(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  json(response, status, { type: "about:blank", title: code, status, code, detail: `${code} it is` }, headers);
}
