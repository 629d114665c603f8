import { execFile } from "node:child_process";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DELETE, GET, POST } from "@/app/api/mcp/route";
import type { OpenedApp } from "../../../app.ts";
import { simSpender } from "../../../spending/simulation/app.ts";
import { at, restart } from "../../../spending/testing/purchase-setup.ts";
import { openTestApp } from "../../../testing/test-app.ts";
import { makeAgentToken } from "../tokens.ts";

/**
 * The protocol's own conformance suite against the address for programs. The suite sends no token, so that this server in
 * front adds one; everything else passes as it is.
 */
const applying = ["server-initialize", "ping", "tools-list", "dns-rebinding-protection"] as const;

/** Scenarios that need what this server does not offer, and says that it does not (`capabilities` has tools alone). */
const notOffered: Readonly<Record<string, string>> = {
  "logging-set-level": "no log is sent to programs",
  "completion-complete": "no argument is completed",
  ...Object.fromEntries(
    [
      ...["simple-text", "image", "audio", "embedded-resource", "mixed-content", "with-logging", "error"],
      ...["with-progress", "sampling", "elicitation"],
    ].map((name) => [`tools-call-${name}`, "calls a tool of the suite's own example server, by its name"]),
  ),
  "json-schema-2020-12": "looks for a tool of the suite's own example server",
  "elicitation-sep1034-defaults": "nothing is asked of the program: a person approves in the browser",
  "elicitation-sep1330-enums": "nothing is asked of the program: a person approves in the browser",
  "server-sse-polling": "an answer is one JSON document; there is no stream",
  "server-sse-multiple-streams": "an answer is one JSON document; there is no stream",
  ...Object.fromEntries(
    ["list", "read-text", "read-binary", "templates-read", "subscribe", "unsubscribe"].map((name) => [
      `resources-${name}`,
      "there are no resources: what is sold is read by tools, with its price",
    ]),
  ),
  ...Object.fromEntries(
    ["list", "get-simple", "get-with-args", "get-embedded-resource", "get-with-image"].map((name) => [
      `prompts-${name}`,
      "there are no prompts",
    ]),
  ),
};

const command = createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/dist/index.js");
const run = promisify(execFile);

let app: OpenedApp;
let token: string;
const server = createServer((request, response) => void relay(request, response));

beforeAll(async () => {
  restart();
  app = await openTestApp({}, at.app.deps);
  const ann = simSpender("ann", app.settings.apiUrl);
  const upstream = { service: app.service, baseUrl: ann.upstream, key: ann.key, keyId: ann.keyId };
  const wanted = { name: "suite", scope: "free", dailyCap: 0, totalCap: 0, days: 1, consent: true } as const;
  token = await makeAgentToken(app, { ownerId: "ann", upstream }, wanted, Date.now());
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  server.close();
  await app[Symbol.asyncDispose]();
});

async function relay(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const headers = new Headers({ authorization: `Bearer ${token}` });
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value));
  const { method = "GET" } = request;
  const answer = await answerOf(method, headers, await text(request));
  response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
}

async function answerOf(method: string, headers: Headers, body: string): Promise<Response> {
  if (method === "GET") return GET();
  if (method === "DELETE") return DELETE();
  return POST(new Request("http://localhost/api/mcp", { method, headers, body }));
}

test("every scenario of the suite applies, or has its reason not to", async () => {
  const { stdout } = await run(process.execPath, [command, "list"]);
  const names = (stdout.split("Client scenarios")[0] ?? "").matchAll(/^ {2}- ([\w-]+)/gm);
  expect([...names].map(([, name]) => name).sort()).toEqual([...applying, ...Object.keys(notOffered)].sort());
});

test.each(applying)("%s passes", async (scenario) => {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const url = `http://localhost:${address.port}/api/mcp`;
  const { stdout } = await run(process.execPath, [command, "server", "--url", url, "--scenario", scenario]);
  expect(stdout).toMatch(/Passed: (\d+)\/\1, 0 failed/);
});
