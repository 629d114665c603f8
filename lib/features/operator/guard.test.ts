import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import type { OpenedApp } from "../../app.ts";
import { type OperatorState } from "../../contract/operator.ts";
import { requestHeaders } from "../../owners/request-headers.ts";
import { type FakeUpstream, json, startFakeUpstream } from "../../testing/fake-upstream.ts";
import { openTestApp } from "../../testing/test-app.ts";
import * as changes from "./changes.ts";
import { operatorPage } from "./page.ts";
import { findOperator, operatorSessionMs } from "./session.ts";

const key = `hko_${"a".repeat(40)}`;
const other = `hko_${"b".repeat(40)}`;
const reader = `hk_${"c".repeat(40)}`;

const state: OperatorState = {
  version: "1",
  operator: { id: "op_1", name: "me" },
  now: "2026-06-19T12:00:00+09:00",
  ...{ market: null, set_aside: [], keys: [], keys_left_off: 0 },
  limits: { wrong_keys_per_minute: 20, content_tiers: [{ max_characters: null, credits: 1 }] },
  ...{ disk: { free_bytes: 1, total_bytes: 2 }, store_bytes: {}, in_database: false, backup: null },
  ...{ health: { status: "ok", checks: {} }, errors: [], changes: [] },
};

let fake: FakeUpstream;
let app: OpenedApp;
/** Keys that the service takes for an operator's. */
let valid: Set<string>;
let peers = 0;
let peer = "";

beforeAll(async () => {
  fake = await startFakeUpstream((_, response) => json(response, 500, {}));
  app = await openTestApp({ HIRAKU_API_URL: fake.baseUrl });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  await fake[Symbol.asyncDispose]();
});
beforeEach(() => {
  valid = new Set([key]);
  peer = `198.51.100.${++peers}`;
  fake.asked.length = 0;
  fake.answer = (request, response) => {
    const presented = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (valid.size === 0) return json(response, 404, { code: "not_found", operator: "off" });
    if (!valid.has(presented)) return json(response, 401, { code: "invalid_api_key", operator: "on" });
    return json(response, 200, request.method === "GET" ? state : { id: "key_1", key: reader });
  };
});

const own = { host: "127.0.0.1:3000", origin: "http://127.0.0.1:3000", "sec-fetch-site": "same-origin" };

function posted(body: BodyInit, headers: Record<string, string>): Request {
  const made = new Request("http://127.0.0.1:3000/x", { method: "POST", body });
  // Request forbids setting Host, as browsers do; Next's own requests carry it.
  const all = new Headers({ ...own, [requestHeaders.peer]: peer, ...headers });
  const type = made.headers.get("content-type");
  if (type !== null && !all.has("content-type")) all.set("content-type", type);
  Object.defineProperty(made, "headers", { value: all });
  return made;
}

const form = (fields: Record<string, string>) => new URLSearchParams(fields);
const outcomeOf = (response: Response) => new URL(response.headers.get("location") ?? "/none", own.origin).search;

/** Returns the cookie. */
async function signIn(): Promise<string> {
  const response = await changes.signInOperator(posted(form({ key }), {}));
  return response.headers.get("set-cookie")?.split(";")[0] ?? "";
}

const changeId = "5f0c7a52-0000-4000-8000-000000000000";
const routes: readonly [string, (request: Request) => Promise<Response>, () => BodyInit, Record<string, string>][] = [
  [
    "makeKey",
    changes.makeKey,
    () =>
      JSON.stringify({
        ...{ name: "a", credits: 1, per_minute: 1, per_day: null, operator_key: key, change_id: changeId },
      }),
    { "content-type": "application/json" },
  ],
  [
    "grantCredits",
    changes.grantCredits,
    () => form({ key_id: "key_1", credits: "5", operator_key: key, change_id: changeId }),
    {},
  ],
  ["revokeKey", changes.revokeKey, () => form({ key_id: "key_1", change_id: changeId }), {}],
  ["tryAgain", changes.tryAgain, () => form({ record: "S1", change_id: changeId }), {}],
];

const sent = () => fake.asked.filter(({ method }) => method === "POST");

describe("an operator's session", () => {
  it("begins with a valid key, in a cookie that no script reads and no other site sends, for half an hour", async () => {
    const response = await changes.signInOperator(posted(form({ key: ` ${key} ` }), {}));
    expect([response.status, response.headers.get("location")]).toEqual([303, "/operator"]);
    expect(response.headers.get("cache-control")).toContain("no-store");
    const cookie = response.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(/^hiraku-operator=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Max-Age=1800$/);
    expect(cookie).not.toContain(key);
    const headers = new Headers({ host: own.host, cookie });
    expect(await findOperator(headers, Date.now())).toMatchObject({ key });
    expect(await findOperator(headers, Date.now() + operatorSessionMs)).toBeUndefined();
    expect(await findOperator(new Headers({ host: "evil.example", cookie }), Date.now())).toBeUndefined();
  });

  it("is Secure and bound to the host where the app is reached by https", async () => {
    await using secure = await openTestApp({
      ...{ HIRAKU_API_URL: fake.baseUrl, HIRAKU_PUBLIC_URL: "https://hiraku.example" },
    });
    expect(secure.settings.publicOrigin).toBe("https://hiraku.example");
    const headers = { host: "hiraku.example", origin: "https://hiraku.example" };
    const response = await changes.signInOperator(posted(form({ key }), headers));
    expect(response.headers.get("set-cookie")).toMatch(/^__Host-hiraku-operator=.*; Secure$/);
  });

  it("is in the store as a hash and a sealed key, and expired ones go with the next", async () => {
    const cookie = await signIn();
    const rows = await app.store.prepare("select * from operator_sessions").all();
    expect(JSON.stringify(rows)).not.toContain(cookie.slice("hiraku-operator=".length));
    expect(JSON.stringify(rows)).not.toContain(key);
    await app.store.prepare("update operator_sessions set created_at = 1").run();
    expect(await findOperator(new Headers({ host: own.host, cookie }), Date.now())).toBeUndefined();
    await signIn();
    expect(await app.store.prepare("select * from operator_sessions").all()).toHaveLength(1);
  });

  it("ends by its button: the cookie that is sent again opens nothing", async () => {
    const cookie = await signIn();
    const response = await changes.signOutOperator(posted(form({}), { cookie }));
    expect(response.headers.get("set-cookie")).toMatch(/^hiraku-operator=; .*Max-Age=0/);
    expect(await findOperator(new Headers({ host: own.host, cookie }), Date.now())).toBeUndefined();
    const again = await changes.revokeKey(posted(form({ key_id: "key_1", change_id: changeId }), { cookie }));
    expect([again.status, sent()]).toEqual([303, []]);
  });

  it.each([
    ["no key", ""],
    ["a reader's key", reader],
    ["a guess", "hko_guess"],
    ["a key that is no operator's", other],
  ])("does not begin with %s", async (_who, presented) => {
    const response = await changes.signInOperator(posted(form({ key: presented }), {}));
    expect([outcomeOf(response), response.headers.get("set-cookie")]).toEqual(["?outcome=wrongKey", null]);
    // A reader's key never leaves for the operator's routes.
    expect(fake.asked.map(({ headers }) => headers.authorization)).not.toContain(`Bearer ${reader}`);
  });

  it("does not begin from another site, whatever the key", async () => {
    for (const headers of [
      { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
      { origin: "null", "sec-fetch-site": "cross-site" },
      { host: "evil.example", origin: "http://evil.example" },
    ]) {
      const response = await changes.signInOperator(posted(form({ key }), headers));
      expect([response.status >= 400, response.headers.get("set-cookie")]).toEqual([true, null]);
    }
    expect(fake.asked).toEqual([]);
  });

  it("guessing is slowed for the guesser's network, by the guard of readers' keys", async () => {
    const [failed, passed] = [vi.fn(async () => ({ attemptsLeft: 0, slowedSeconds: 9 })), vi.fn(async () => {})];
    const admit = vi.spyOn(app.signInGuard, "admit");
    onTestFinished(() => admit.mockRestore());
    admit.mockResolvedValue({ allowed: true, attempt: { failed, passed } });
    await changes.signInOperator(posted(form({ key: other }), {}));
    const cookie = await signIn();
    const grant = { key_id: "key_1", credits: "5", operator_key: other, change_id: changeId };
    await changes.grantCredits(posted(form(grant), { cookie }));
    expect([admit.mock.calls, failed.mock.calls.length]).toEqual([[[peer], [peer], [peer]], 2]);
    admit.mockResolvedValue({ allowed: false, waitSeconds: 3 });
    fake.asked.length = 0;
    expect(outcomeOf(await changes.signInOperator(posted(form({ key }), {})))).toBe("?outcome=tooMany");
    expect(fake.asked).toEqual([]);
  });
});

describe.each(routes)("%s", (name, act, body, headers) => {
  const ask = (more: Record<string, string>) => act(posted(body(), { ...headers, ...more }));

  it("is done for the operator's session, with the address that asks and an id under which it happens once", async () => {
    const response = await ask({ cookie: await signIn() });
    expect([200, 303]).toContain(response.status);
    expect(response.headers.get("cache-control")).toContain("no-store");
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.headers).toMatchObject({
      ...{ authorization: `Bearer ${key}`, "idempotency-key": changeId, "x-operator-from": peer },
    });
    if (name === "makeKey") expect(await response.json()).toEqual({ id: "key_1", key: reader });
  });

  it.each([
    ["no session", async () => ""],
    ["a session that never was", async () => `hiraku-operator=${"x".repeat(43)}`],
    ["a reader's session", async () => "hiraku-session=anything"],
    ["the key itself as the cookie", async () => `hiraku-operator=${key}`],
  ])("is not done for %s", async (_who, cookie) => {
    const response = await ask({ cookie: await cookie() });
    expect([303, 401]).toContain(response.status);
    expect(sent()).toEqual([]);
  });

  it("is not done from another site, although the browser would send the session", async () => {
    const cookie = await signIn();
    for (const more of [
      { origin: "https://evil.example" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { origin: "null", "sec-fetch-site": "cross-site" },
      { host: "evil.example", origin: "http://evil.example" },
    ])
      expect((await ask({ cookie, ...more })).status).toBeGreaterThanOrEqual(400);
    expect(sent()).toEqual([]);
  });

  it("is not done once the service has revoked the operator's key, nor where the page was turned off", async () => {
    const cookie = await signIn();
    valid = new Set([other]);
    await ask({ cookie });
    valid = new Set();
    await ask({ cookie });
    // Asked, and refused: the service decides.
    expect(sent()).toHaveLength(2);
    expect(await operatorPage(new Headers({ host: own.host, cookie }), Date.now())).toEqual({ kind: "off" });
    valid = new Set([other]);
    const page = await operatorPage(new Headers({ host: own.host, cookie }), Date.now());
    expect(page).toEqual({ kind: "closed", ended: true });
  });

  it("is not done under an id that is none, which would travel in a header", async () => {
    const cookie = await signIn();
    const text = String(body());
    for (const id of ["", "short", "a b".repeat(9), `${changeId}\r\nx-operator-from: 192.0.2.1`]) {
      const changed =
        name === "makeKey"
          ? JSON.stringify({ ...JSON.parse(text), change_id: id })
          : new URLSearchParams({ ...Object.fromEntries(new URLSearchParams(text)), change_id: id });
      const response = await act(posted(changed, { ...headers, cookie }));
      expect(response.status === 303 ? outcomeOf(response) : response.status).toBe(
        name === "makeKey" ? 422 : "?outcome=invalid",
      );
    }
    expect(sent()).toEqual([]);
  });

  it("says that it was done before where it is sent again", async () => {
    const cookie = await signIn();
    const answer = fake.answer;
    fake.answer = (request, response) =>
      request.method === "POST" ? json(response, 409, { code: "idempotency_key_reused" }) : answer(request, response);
    const response = await ask({ cookie });
    if (name === "makeKey") expect(await response.json()).toMatchObject({ status: 409, code: "repeated" });
    else expect(outcomeOf(response)).toBe("?outcome=repeated");
  });
});

describe("making keys and granting credits", () => {
  it.each(routes.slice(0, 2))("%s asks for the key again, and takes no other", async (_name, act, body, headers) => {
    const cookie = await signIn();
    const text = String(body());
    for (const typed of ["", other, reader, `${key}x`]) {
      const changed = text.replace(key, typed);
      const again = "content-type" in headers ? changed : new URLSearchParams(changed);
      const response = await act(posted(again, { ...headers, cookie }));
      expect(response.status === 303 ? outcomeOf(response) : (await response.json()).code).toMatch(/wrongKey|tooMany/);
    }
    expect(sent()).toEqual([]);
  });
});

describe("the page", () => {
  const page = (cookie = "") => operatorPage(new Headers({ host: own.host, cookie }), Date.now());

  it("is open in a session, and reading it changes nothing", async () => {
    const cookie = await signIn();
    const rows = await app.store.prepare("select * from operator_sessions").all();
    fake.asked.length = 0;
    expect(await page(cookie)).toMatchObject({ kind: "open", state });
    expect(fake.asked.map(({ method, url }) => [method, url])).toEqual([["GET", "/operator"]]);
    expect(await app.store.prepare("select * from operator_sessions").all()).toEqual(rows);
  });

  it("without a session asks without a key whether there is anything to open", async () => {
    expect(await page()).toEqual({ kind: "closed", ended: false });
    expect(await page(`hiraku-operator=${"x".repeat(43)}`)).toEqual({ kind: "closed", ended: true });
    expect(fake.asked.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
    valid = new Set();
    expect(await page()).toEqual({ kind: "off" });
  });

  it.each([
    ["404", 404, { code: "not_found" }, "foreign"],
    ["401 for every path", 401, { code: "authentication_required" }, "foreign"],
    ["200 with something else", 200, { hello: "world" }, "foreign"],
    ["a failure", 500, {}, "unreachable"],
  ])(
    "says of a service that answers %s that it has none of this, or does not answer",
    async (_, status, body, kind) => {
      const cookie = await signIn();
      fake.answer = (_request, response) => json(response, status, body);
      expect((await page(cookie)).kind).toBe(kind);
      expect((await page()).kind).toBe(kind);
    },
  );
});
