import { createServer, type Server as HttpServer } from "node:http";
import path from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { createMcpHandler, Server } from "@modelcontextprotocol/server";
import { afterEach, beforeEach, expect, test } from "vitest";

let http: HttpServer;
let url: string;
let seen: { readonly authorization: string | undefined; readonly revision: unknown }[];

const handler = createMcpHandler(() => {
  const server = new Server({ name: "test", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler("tools/list", () => ({
    tools: [{ name: "say", description: "says it", inputSchema: { type: "object" } }],
  }));
  server.setRequestHandler("tools/call", ({ params }) => ({
    content: [{ type: "text", text: `${params.name}: 有価証券 ${String(params.arguments?.["words"])}` }],
  }));
  return server;
});

beforeEach(async () => {
  seen = [];
  http = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) if (chunk instanceof Buffer) chunks.push(chunk);
      const { authorization } = request.headers;
      seen.push({ authorization, revision: request.headers["mcp-protocol-version"] });
      if (authorization !== "Bearer hkt_right") {
        response.writeHead(401, { "content-type": "application/problem+json" });
        response.end(JSON.stringify({ code: "invalid_token" }));
        return;
      }
      const headers = new Headers();
      for (const [name, value] of Object.entries(request.headers))
        if (typeof value === "string") headers.set(name, value);
      const answer = await handler.fetch(new Request(url, { method: "POST", headers, body: Buffer.concat(chunks) }));
      response.writeHead(answer.status, Object.fromEntries(answer.headers));
      response.end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  const place = http.address();
  url = `http://127.0.0.1:${typeof place === "object" && place !== null ? place.port : 0}/api/mcp`;
});
afterEach(() => http.close());

function bridge(token: string): StdioClientTransport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [path.join(import.meta.dirname, "main.ts"), "mcp"],
    env: { HIRAKU_MCP_URL: url, HIRAKU_MCP_TOKEN: token },
    stderr: "pipe",
  });
}

test.each([
  ["2025", "legacy"],
  ["the current revision", { pin: "2026-07-28" }],
] as const)("a client of %s works over stdio as over HTTP, in parallel", async (_, mode) => {
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  await client.connect(bridge("hkt_right"));
  expect((await client.listTools()).tools.map((each) => each.name)).toEqual(["say"]);
  const words = ["a", "b", "line\nbreak"];
  const said = await Promise.all(words.map((each) => client.callTool({ name: "say", arguments: { words: each } })));
  expect(said.map(({ content }) => content)).toEqual(
    words.map((each) => [{ type: "text", text: `say: 有価証券 ${each}` }]),
  );
  await client.close();
  if (mode !== "legacy") expect(seen.at(-1)?.revision).toBe("2026-07-28");
});

test("a wrong token is told as an error with its code, and the token stands in no message", async () => {
  const transport = bridge("hkt_wrong");
  const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "legacy" } });
  const failure = await client.connect(transport).catch((error: unknown) => String(error));
  expect(failure).toContain("401 (invalid_token)");
  expect(failure).not.toContain("hkt_wrong");
  await client.close();
});
