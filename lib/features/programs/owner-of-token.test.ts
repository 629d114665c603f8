import { afterEach, beforeEach, expect, test } from "vitest";
import type { OpenedApp } from "../../app.ts";
import { simSpender } from "../../spending/simulation/app.ts";
import { at, restart } from "../../spending/testing/purchase-setup.ts";
import { openTestApp } from "../../testing/test-app.ts";
import { ownerOrTokenRoute } from "../owner-or-token-route.ts";
import { makeAgentToken, type WantedToken } from "./tokens.ts";

const wanted: WantedToken = { name: "Model", scope: "free", dailyCap: 0, totalCap: 0, days: 1, consent: true };
let app: OpenedApp;
beforeEach(async () => {
  restart();
  app = await openTestApp({}, at.app.deps);
});
afterEach(() => app[Symbol.asyncDispose]());

const tokenOf = (more: Partial<WantedToken> = {}) => {
  const ann = simSpender("ann", app.settings.apiUrl);
  const upstream = { service: app.service, baseUrl: ann.upstream, key: ann.key, keyId: ann.keyId };
  return makeAgentToken(app, { ownerId: "ann", upstream }, { ...wanted, ...more }, Date.now());
};
const route = ownerOrTokenRoute(async ({ owner }) => Response.json({ owner: owner.ownerId }), 8);
const ask = async (token: string, more: Readonly<Record<string, string>> = {}) => {
  const headers = { host: "localhost:3000", "content-length": "4", authorization: `Bearer ${token}`, ...more };
  const request = new Request("http://localhost:3000/x", { method: "POST", headers, body: "book" });
  const answer = await route(request, { params: Promise.resolve({}) });
  return { status: answer.status, challenge: answer.headers.get("www-authenticate"), body: await answer.json() };
};

test("a token that makes free calls acts for its owner", async () => {
  expect(await ask(await tokenOf())).toEqual({ status: 200, challenge: null, body: { owner: "ann" } });
});

test("a token that reads what is owned alone is refused, and a wrong one in words", async () => {
  expect(await ask(await tokenOf({ scope: "owned" }))).toMatchObject({
    status: 403,
    body: { code: "token_reads_owned_only" },
  });
  const wrong = await ask(`hkt_${"x".repeat(43)}`);
  expect(wrong).toMatchObject({ status: 401, challenge: "Bearer", body: { code: "invalid_token" } });
});

test.each([
  ["another page", { origin: "https://evil.example" }, 403],
  ["another name", { host: "evil.example" }, 421],
  ["a longer body than is taken", { "content-length": "9" }, 413],
])("%s is refused with a good token", async (_, more, status) => {
  expect((await ask(await tokenOf(), more)).status).toBe(status);
});
