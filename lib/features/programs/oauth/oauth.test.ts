import { createHash, randomBytes } from "node:crypto";
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { GET as serverFacts } from "@/app/.well-known/oauth-authorization-server/route";
import { GET as resourceFacts } from "@/app/.well-known/oauth-protected-resource/api/mcp/route";
import { POST as mcp } from "@/app/api/mcp/route";
import { POST as register } from "@/app/api/oauth/register/route";
import { POST as revoke } from "@/app/api/oauth/revoke/route";
import { POST as issue, OPTIONS as mayAsk } from "@/app/api/oauth/token/route";
import type { OpenedApp } from "../../../app.ts";
import { simSpender } from "../../../spending/simulation/app.ts";
import { at, restart } from "../../../spending/testing/purchase-setup.ts";
import { type AgentScope, listAgentTokens } from "../../../store/agent-tokens.ts";
import { findOauthClient } from "../../../store/oauth.ts";
import { openTestApp } from "../../../testing/test-app.ts";
import { ownerOrTokenRoute } from "../../owner-or-token-route.ts";
import { authenticate, type WantedToken } from "../tokens.ts";
import { declined, grantCode, readGrant } from "./authorize.ts";
import { findClient } from "./clients.ts";

const origin = "http://localhost:3000";
const door = `${origin}/api/mcp`;
const redirect = "https://program.example/back?kept=1";
const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");
const wanted: WantedToken = { name: "Notebook", scope: "spend", dailyCap: 5, totalCap: 9, days: 30, consent: true };

let app: OpenedApp;
let clientId: string;

beforeEach(async () => {
  restart();
  app = await openTestApp({}, at.app.deps);
  clientId = String((await bodyOf(await registered())).client_id);
});
afterEach(() => app[Symbol.asyncDispose]());

type Fields = Readonly<Record<string, string>>;
type Post = (request: Request) => Promise<Response>;

function send(post: Post, body: string, type: string): Promise<Response> {
  const headers = { host: "localhost:3000", "content-type": type, "content-length": String(body.length) };
  return post(new Request(`${origin}/x`, { method: "POST", headers, body }));
}
const registered = (fields: object = { redirect_uris: [redirect], client_name: "Notebook" }) =>
  send(register, JSON.stringify(fields), "application/json");
const formTo = (post: Post, fields: Fields) =>
  send(post, new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded");
const bodyOf = async (answer: Response): Promise<Record<string, unknown>> => answer.json();
const errorOf = async (answer: Response) => (await bodyOf(answer))["error"];

const query = (more: Fields = {}) =>
  new URLSearchParams({
    ...{ client_id: clientId, redirect_uri: redirect, response_type: "code", state: "s1", resource: door },
    ...{ code_challenge: challenge, code_challenge_method: "S256", scope: "spend", ...more },
  }).toString();
const read = (search: string) => readGrant(search, { store: app.store, network: "public", origin });
const owner = () => {
  const ann = simSpender("ann", app.settings.apiUrl);
  return {
    ownerId: "ann",
    upstream: { service: app.service, baseUrl: ann.upstream, key: ann.key, keyId: ann.keyId },
  };
};
const asked = async (more: Fields = {}) => {
  const found = await read(query(more));
  if ("fault" in found) throw new Error(found.fault);
  return found.asked;
};
const granted = async (more: Partial<WantedToken> = {}, nowMs = Date.now()) =>
  new URL(await grantCode(await asked(), { ...wanted, ...more }, { safe: app, owner: owner(), origin, nowMs }));
const codeOf = async (more: Partial<WantedToken> = {}, nowMs = Date.now()) =>
  (await granted(more, nowMs)).searchParams.get("code") ?? "";
const exchange = (code: string, more: Fields = {}) =>
  formTo(issue, {
    ...{ grant_type: "authorization_code", code, client_id: clientId, redirect_uri: redirect },
    ...{ code_verifier: verifier, resource: door, ...more },
  });
const refresh = (token: unknown, more: Fields = {}) =>
  formTo(issue, { grant_type: "refresh_token", refresh_token: String(token), client_id: clientId, ...more });
const call = (token: unknown, host = "localhost:3000") => {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const headers = {
    ...{ host, "content-type": "application/json", "content-length": String(body.length) },
    ...{ accept: "application/json, text/event-stream", authorization: `Bearer ${String(token)}` },
  };
  return mcp(new Request(door, { method: "POST", headers, body }));
};
const tokensOf = async (more: Partial<WantedToken> = {}) => bodyOf(await exchange(await codeOf(more)));

describe("a program that knows the address alone", () => {
  test("finds by the challenge of the 401 what to ask, and where", async () => {
    const refused = await mcp(new Request(door, { method: "POST", headers: { host: "localhost:3000" }, body: "" }));
    expect(refused.status).toBe(401);
    const challenged = refused.headers.get("www-authenticate") ?? "";
    expect(challenged).toContain(`resource_metadata="${origin}/.well-known/oauth-protected-resource/api/mcp"`);
    const get = (route: (request: Request) => Promise<Response>, path: string) =>
      route(new Request(origin + path, { headers: { host: "localhost:3000" } })).then(bodyOf);
    expect(await get(resourceFacts, "/.well-known/oauth-protected-resource/api/mcp")).toMatchObject({
      resource: door,
      authorization_servers: [origin],
    });
    expect(await get(serverFacts, "/.well-known/oauth-authorization-server")).toMatchObject({
      issuer: origin,
      authorization_endpoint: `${origin}/account/authorize`,
      code_challenge_methods_supported: ["S256"],
      client_id_metadata_document_supported: true,
    });
  });

  test("may be a page of another site: its browser may ask and read, without cookies", async () => {
    const asked = mayAsk();
    expect([asked.status, asked.headers.get("access-control-allow-origin")]).toEqual([204, "*"]);
    expect(asked.headers.get("access-control-allow-headers")).toBe("Content-Type, MCP-Protocol-Version");
    const facts = await serverFacts(new Request(origin, { headers: { host: "localhost:3000" } }));
    const code = await codeOf();
    const answers = [facts, await registered(), await exchange(code), await exchange(code), await formTo(revoke, {})];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200, 400, 200]);
    for (const { headers } of answers) {
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
  });

  test("gets what its reader chose: a token among those made by hand, with their caps and last day", async () => {
    const back = await granted();
    expect(back.origin + back.pathname).toBe("https://program.example/back");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({ kept: "1", state: "s1", iss: origin });
    const answer = await exchange(back.searchParams.get("code") ?? "");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const tokens = await bodyOf(answer);
    expect(tokens).toMatchObject({ token_type: "Bearer", expires_in: 3600, scope: "spend" });
    expect((await call(tokens["access_token"])).status).toBe(200);
    const [row] = await listAgentTokens(app.store, "ann");
    expect(row).toMatchObject({ name: "Notebook", scope: "spend", daily_cap: 5, total_cap: 9, revoked_at: null });
    expect((row?.expires_at ?? 0) - Date.now()).toBeGreaterThan(29 * 24 * 3_600_000);
    const stored = JSON.stringify(await app.store.prepare("select * from oauth_grants").all());
    for (const secret of [tokens["access_token"], tokens["refresh_token"]]) expect(stored).not.toContain(secret);
  });

  test("is told where its reader declined", async () => {
    expect(new URL(declined(await asked(), origin)).searchParams.get("error")).toBe("access_denied");
  });
});

describe("what is asked for", () => {
  test.each([
    ["another address", { redirect_uri: "https://program.example/back" }],
    ["an address with more", { redirect_uri: `${redirect}&more=1` }],
    ["another host", { redirect_uri: "https://program.example.evil.example/back?kept=1" }],
  ])("is never answered to %s than the one registered", async (_, more) => {
    expect(await read(query(more))).toEqual({ fault: "wrong_redirect", back: null });
  });

  test.each([
    ["plain", { code_challenge_method: "plain" }, "invalid_request"],
    ["no method, which would mean plain", { code_challenge_method: "" }, "invalid_request"],
    ["no challenge", { code_challenge: "" }, "invalid_request"],
    ["a token in the address", { response_type: "token" }, "unsupported_response_type"],
    ["another resource", { resource: "https://other.example/api/mcp" }, "invalid_target"],
    ["a scope of somebody else", { scope: "admin" }, "invalid_scope"],
  ])("is refused with %s", async (_, more, fault) => {
    const found = await read(query(more));
    expect(found).toMatchObject({ fault });
    if ("fault" in found) expect(new URL(found.back ?? "").searchParams.get("error")).toBe(fault);
  });

  test("is refused where a value comes twice, and of a program that nobody knows", async () => {
    expect(await read(`${query()}&scope=owned`)).toMatchObject({ fault: "invalid_request" });
    expect(await read(query({ client_id: "hkp_none" }))).toEqual({ fault: "unknown_program", back: null });
  });

  test("bounds what can be granted, and what is not spending has caps of nothing", async () => {
    const free = await asked({ scope: "free" });
    const beyond = grantCode(free, wanted, { safe: app, owner: owner(), origin, nowMs: Date.now() });
    await expect(beyond).rejects.toThrow("validation_failed");
    expect(await listAgentTokens(app.store, "ann")).toEqual([]);
    await tokensOf({ scope: "free" });
    expect((await listAgentTokens(app.store, "ann"))[0]).toMatchObject({ scope: "free", daily_cap: 0, total_cap: 0 });
  });
});

describe("a code", () => {
  test("that comes twice ends what came of it", async () => {
    const code = await codeOf();
    const first = await bodyOf(await exchange(code));
    expect((await call(first["access_token"])).status).toBe(200);
    expect(await errorOf(await exchange(code))).toBe("invalid_grant");
    expect((await call(first["access_token"])).status).toBe(401);
    expect(await errorOf(await refresh(first["refresh_token"]))).toBe("invalid_grant");
  });

  test("is used once, also by two requests at a time", async () => {
    const code = await codeOf();
    const answers = await Promise.all([exchange(code), exchange(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test.each([
    ["a wrong verifier", { code_verifier: "x".repeat(43) }],
    ["no verifier", { code_verifier: "" }],
    ["the challenge as the verifier", { code_verifier: challenge }],
    ["another redirect address", { redirect_uri: "https://program.example/other" }],
  ])("is used up by %s", async (_, more) => {
    const code = await codeOf();
    expect(await errorOf(await exchange(code, more))).toBe("invalid_grant");
    expect(await errorOf(await exchange(code))).toBe("invalid_grant");
  });

  test("is no other program's, nor for another resource", async () => {
    const other = String((await bodyOf(await registered())).client_id);
    const code = await codeOf();
    expect(await errorOf(await exchange(code, { client_id: other }))).toBe("invalid_grant");
    expect(await errorOf(await exchange(code, { resource: "https://other.example/" }))).toBe("invalid_target");
    expect((await exchange(code)).status).toBe(200);
  });

  test("is good for a minute", async () => {
    expect(await errorOf(await exchange(await codeOf({}, Date.now() - 60_000)))).toBe("invalid_grant");
  });
});

describe("a refresh token", () => {
  test("gives new tokens and ends the ones before", async () => {
    const first = await tokensOf();
    const second = await bodyOf(await refresh(first["refresh_token"]));
    expect((await call(second["access_token"])).status).toBe(200);
    expect((await call(first["access_token"])).status).toBe(401);
    expect(await listAgentTokens(app.store, "ann")).toHaveLength(1);
  });

  test("used twice revokes everything of its grant", async () => {
    const first = await tokensOf();
    const second = await bodyOf(await refresh(first["refresh_token"]));
    expect(await errorOf(await refresh(first["refresh_token"]))).toBe("invalid_grant");
    expect((await call(second["access_token"])).status).toBe(401);
    expect(await errorOf(await refresh(second["refresh_token"]))).toBe("invalid_grant");
    expect((await listAgentTokens(app.store, "ann"))[0]?.revoked_at).not.toBeNull();
  });

  test("gives no more than was granted", async () => {
    const first = await tokensOf({ scope: "free" });
    expect(await errorOf(await refresh(first["refresh_token"], { scope: "free spend" }))).toBe("invalid_scope");
    expect(await bodyOf(await refresh(first["refresh_token"], { scope: "free" }))).toMatchObject({ scope: "free" });
  });

  test("is no access token, nor the other way round", async () => {
    const first = await tokensOf();
    expect((await call(first["refresh_token"])).status).toBe(401);
    expect(await errorOf(await refresh(first["access_token"]))).toBe("invalid_grant");
  });
});

describe("an access token", () => {
  test("opens only the address that it was granted for", async () => {
    const { access_token } = await tokensOf();
    expect((await call(access_token)).status).toBe(200);
    const elsewhere = await call(access_token, "127.0.0.1:3000");
    expect(elsewhere.status).toBe(401);
    expect(await bodyOf(elsewhere)).toMatchObject({ code: "invalid_token" });
    const other = ownerOrTokenRoute(async () => Response.json({}), 9);
    const headers = { host: "localhost:3000", authorization: `Bearer ${String(access_token)}` };
    const refused = await other(new Request(`${origin}/x`, { method: "POST", headers }), {
      params: Promise.resolve({}),
    });
    expect([refused.status, await bodyOf(refused)]).toMatchObject([401, { code: "invalid_token" }]);
  });

  test("lasts an hour", async () => {
    const token = String((await tokensOf())["access_token"]);
    const found = (later: number) => authenticate(app, token, app.settings.apiUrl, Date.now() + later, door);
    expect(await found(3_590_000)).toMatchObject({ token: { owner_id: "ann" } });
    expect(await found(3_600_000)).toBe("ended");
  });

  test.each(["access_token", "refresh_token"])("is refused in words once the %s was revoked", async (kind) => {
    const tokens = await tokensOf();
    expect((await formTo(revoke, { token: String(tokens[kind]), client_id: clientId })).status).toBe(200);
    const refused = await call(tokens["access_token"]);
    expect(refused.status).toBe(401);
    expect(refused.headers.get("www-authenticate")).toContain('error="invalid_token"');
    expect(await bodyOf(refused)).toMatchObject({ code: "token_ended" });
  });

  test("is not revoked by another program, and an unknown one is as good as revoked", async () => {
    const { access_token } = await tokensOf();
    await formTo(revoke, { token: String(access_token), client_id: "hkp_other" });
    expect((await formTo(revoke, { token: "none" })).status).toBe(200);
    expect((await call(access_token)).status).toBe(200);
  });
});

describe("a registration", () => {
  test.each([
    "http://program.example/back",
    "javascript:alert(1)",
    "https://program.example/#x",
    "https://a:b@c.example/",
  ])("is refused with the address %s", async (address) => {
    const refused = await registered({ redirect_uris: [address] });
    expect([refused.status, await errorOf(refused)]).toEqual([400, "invalid_redirect_uri"]);
  });

  test("is refused after twenty of one network in an hour", async () => {
    for (let made = 1; made < 20; made++) expect((await registered()).status).toBe(201);
    expect((await registered()).status).toBe(429);
    expect(await findOauthClient(app.store, clientId)).toBeDefined();
  });

  test("of a program on the reader's machine allows any port, and nothing else", async () => {
    clientId = String((await bodyOf(await registered({ redirect_uris: ["http://127.0.0.1/back"] }))).client_id);
    expect(await read(query({ redirect_uri: "http://127.0.0.1:4711/back" }))).toMatchObject({ asked: {} });
    for (const other of ["http://127.0.0.1:4711/", "http://localhost:4711/back", "https://127.0.0.1/back"]) {
      expect(await read(query({ redirect_uri: other }))).toMatchObject({ fault: "wrong_redirect" });
    }
  });
});

describe("a metadata document", () => {
  async function serveDocument(change: (own: string) => object) {
    let connections = 0;
    const server = createServer((request, response) => {
      if (request.url === "/moved") return response.writeHead(302, { location: "/program" }).end();
      const own = `http://${request.headers.host}/program`;
      response.end(JSON.stringify({ client_id: own, client_name: "Agent", redirect_uris: [redirect], ...change(own) }));
      return response;
    });
    // Also of a request that never comes to be one: the documents are asked for by https.
    server.on("connection", () => connections++);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    return { own: `http://127.0.0.1:${address.port}/program`, connections: () => connections };
  }

  test("names a program and its addresses", async () => {
    const { own } = await serveDocument(() => ({}));
    const host = new URL(own).host;
    expect(await findClient(app.store, own, "any")).toEqual({
      clientId: own,
      name: "Agent",
      redirects: [redirect],
      host,
    });
    expect(await findClient(app.store, own.replace("program", "moved"), "any")).toBeUndefined();
  });

  test("of another name is refused, and one that is no document", async () => {
    const { own } = await serveDocument(() => ({ client_id: "https://other.example/program" }));
    expect(await findClient(app.store, own, "any")).toBeUndefined();
    const long = await serveDocument(() => ({ client_name: "x".repeat(20_000) }));
    expect(await findClient(app.store, long.own, "any")).toBeUndefined();
  });

  test("at a private address is not fetched", async () => {
    const { own, connections } = await serveDocument(() => ({}));
    const { port } = new URL(own);
    for (const host of ["127.0.0.1", "localhost", "[::1]", "169.254.169.254", "10.0.0.1"]) {
      expect(await findClient(app.store, `https://${host}:${port}/program`, "public")).toBeUndefined();
      expect(await findClient(app.store, `http://${host}:${port}/program`, "public")).toBeUndefined();
    }
    expect(connections()).toBe(0);
  });
});

const scopes: readonly AgentScope[] = ["owned", "free", "spend"];
test.each(scopes)("a grant of %s says what it is", async (scope) => {
  expect(await tokensOf({ scope })).toMatchObject({ scope });
});
