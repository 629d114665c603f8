import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { DELETE, GET, POST } from "@/app/api/mcp/route";
import type { OpenedApp } from "../../../app.ts";
import { logger } from "../../../log.ts";
import { sessionHashOf } from "../../../owners/sessions.ts";
import { toolFacts } from "../../../spending/programs/testing/tool-facts.ts";
import { simSpender } from "../../../spending/simulation/app.ts";
import { at, charged, inTime, restart } from "../../../spending/testing/purchase-setup.ts";
import { listAgentTokens } from "../../../store/agent-tokens.ts";
import { openTestApp } from "../../../testing/test-app.ts";
import { endAgentToken } from "../end-token.ts";
import { makeAgentToken } from "../tokens.ts";

beforeEach(() => restart());

const Facts = z.record(z.string(), z.unknown());
const address = "http://localhost:3000/api/mcp";
let app: OpenedApp;
let token: string;

beforeEach(async () => {
  restart();
  app = await openTestApp({}, at.app.deps);
  const { service, settings } = app;
  const ann = simSpender("ann", settings.apiUrl);
  const owner = { ownerId: "ann", upstream: { service, baseUrl: ann.upstream, key: ann.key, keyId: ann.keyId } };
  const wanted = { name: "notebook", scope: "spend", dailyCap: 9, totalCap: 9, days: 300, consent: true } as const;
  token = await makeAgentToken(app, owner, wanted, Date.now());
});
afterEach(() => app[Symbol.asyncDispose]());

const listing = { jsonrpc: "2.0", id: 1, method: "tools/list" };

function post(headers: Record<string, string>, body: unknown = listing): Promise<Response> {
  const text = JSON.stringify(body);
  const own = {
    host: "localhost:3000",
    "content-type": "application/json",
    "content-length": String(text.length),
    accept: "application/json, text/event-stream",
  };
  return POST(new Request(address, { method: "POST", headers: { ...own, ...headers }, body: text }));
}

const bearer = () => ({ authorization: `Bearer ${token}` });

describe("the door for programs", () => {
  test("is opened by a token, and sends no CORS header", async () => {
    const answer = await post(bearer());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    expect(await answer.text()).toContain("max_credits");
  });

  test("is not opened by a cookie, whatever it holds", async () => {
    const cookie = `hiraku.session=${sessionHashOf("x")}; __Host-hiraku.session=${token}`;
    const answer = await post({ cookie });
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer resource_metadata=/);
  });

  test.each([
    ["another host", 421, { host: "evil.example" }],
    ["another origin", 403, { origin: "https://evil.example" }],
    ["an opaque origin", 403, { origin: "null" }],
    ["a body that is too long", 413, { "content-length": "999999" }],
    ["a body of no stated length", 411, { "content-length": "", "transfer-encoding": "chunked" }],
  ])("refuses %s", async (_, status, headers) => {
    const given = Object.entries({ ...bearer(), ...headers }).filter(([, value]) => value !== "");
    const body = JSON.stringify(listing);
    const own = { host: "localhost:3000", "content-type": "application/json" };
    const request = new Request(address, { method: "POST", headers: { ...own, ...Object.fromEntries(given) }, body });
    expect((await POST(request)).status).toBe(status);
  });

  test("GET and DELETE do nothing", () => {
    for (const answer of [GET(), DELETE()]) {
      expect(answer.status).toBe(405);
      expect(answer.headers.get("allow")).toBe("POST");
    }
  });

  test("a revoked token is refused at once; a wrong one counts as a guess and is told nothing more", async () => {
    expect((await post({ authorization: `Bearer hkt_${"x".repeat(43)}` })).status).toBe(401);
    const tokenId = (await listAgentTokens(app.store, "ann"))[0]?.token_id ?? "";
    await endAgentToken(app.store, "ann", tokenId, Date.now());
    const answer = await post(bearer());
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ code: "token_ended" });
  });

  test.each([true, false])(
    "a client that is gone in the midst of its call is no failure of ours, and a reset of another is (gone: %s)",
    async (gone) => {
      const failed = vi.spyOn(logger(), "error").mockImplementation(() => undefined);
      failed.mockClear();
      const client = new AbortController();
      const headers = {
        host: "localhost:3000",
        "content-type": "application/json",
        "content-length": "99",
        ...bearer(),
      };
      const request = new Request(address, { method: "POST", headers, body: "{", signal: client.signal });
      Object.defineProperty(request, "text", {
        value: async () => {
          if (gone) client.abort();
          throw Object.assign(new Error("aborted"), { code: "ECONNRESET" });
        },
      });
      expect((await POST(request)).status).toBe(gone ? 499 : 500);
      expect(failed).toHaveBeenCalledTimes(gone ? 0 : 1);
    },
  );

  test("opens no stream that stays open", async () => {
    const body = { ...listing, method: "subscriptions/listen", params: {} };
    const answer = await post(
      { ...bearer(), "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" },
      body,
    );
    expect(answer.headers.get("content-type")).not.toContain("event-stream");
  });
});

describe("the protocol's own client", () => {
  test.each([
    ["of 2025", "legacy"],
    ["of the current revision", { pin: "2026-07-28" }],
  ] as const)("%s plans, is refused, buys once, reads and finds it in the ledger", async (_, mode) => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    const transport = new StreamableHTTPClientTransport(new URL(address), {
      requestInit: { headers: bearer() },
      fetch: (url, init) => {
        const request = new Request(url, init);
        request.headers.set("host", "localhost:3000");
        return request.method === "POST" ? POST(request) : Promise.resolve(GET());
      },
    });
    await client.connect(transport);
    expect((await client.listTools()).tools.map((each) => each.name)).toContain("confirm");
    const call = async (name: string, args: Record<string, unknown>) =>
      Facts.parse(toolFacts(await inTime(client.callTool({ name, arguments: args }))));
    const action = { kind: "sections", document_id: "D1", sections: ["s1-1"] };
    const planned = await call("plan", { action });
    expect(planned).toMatchObject({ money: { charged: 0, price_max: 2 }, owned: false });
    const quote = planned["quote"];
    expect(await call("confirm", { quote })).toMatchObject({ error: { code: "max_credits_required" } });
    expect(await call("confirm", { quote, max_credits: 2 })).toMatchObject({ money: { charged: 2, token_left: 7 } });
    const text = { document_id: "D1", section_id: "s1-1", max_credits: 0 };
    expect(await call("read", text)).toMatchObject({ money: { charged: 0 }, pages: 1 });
    expect(await call("ledger", {})).toMatchObject({ rows: [{ token: "notebook", credits: 2 }] });
    expect(charged()).toBe(2);
    await client.close();
  });
});
