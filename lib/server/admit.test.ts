import { once } from "node:events";
import { request as ask, type IncomingHttpHeaders } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestHeaders } from "../owners/request-headers.ts";
import { secretVersions } from "../owners/secrets.ts";
import { admit } from "./admit.ts";
import { listenWeb, type WebServer } from "./web-server.ts";

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let web: WebServer;
/** The headers with which the handler saw the last request; undefined where it saw none. */
let seen: IncomingHttpHeaders | undefined;
let publicOrigin: string | undefined;
let production = true;

beforeAll(async () => {
  const secrets = secretVersions(["a-secret-of-this-test-that-is-long-enough"]);
  const options = { host: "127.0.0.1", port: 0, trustProxy: false, onFailure: () => undefined };
  web = await listenWeb({
    ...options,
    admit: (request, response) => admit(request, response, { settings: { publicOrigin, production }, secrets }),
  });
  web.serve(async (request, response) => {
    seen = request.headers;
    response.end("the page");
  });
});

afterAll(() => web.close(0));

async function get(target: string, headers: Record<string, string> = {}): Promise<Answer> {
  seen = undefined;
  const sent = ask({
    port: web.address.port,
    host: "127.0.0.1",
    path: target,
    headers: { host: "localhost", ...headers },
  });
  sent.end();
  const [response] = await once(sent, "response");
  let body = "";
  for await (const chunk of response) body += String(chunk);
  return { status: response.statusCode, headers: response.headers, body };
}

const signedIn = { cookie: "a=b; hiraku-session=sealed" };

describe("a request", () => {
  it.each(["evil.example", "127.0.0.1.evil.example", "localhost@evil"])(
    "under the name %j is not served",
    async (host) => {
      const answer = await get("/ask", { ...signedIn, host });
      expect([answer.status, seen]).toEqual([421, undefined]);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    },
  );

  it("by a load balancer is served under any name, and so are files", async () => {
    for (const target of ["/api/health", "/api/health/ready?x=1", "/_next/static/a.js", "/favicon.ico"]) {
      expect((await get(target, { host: "10.0.0.7" })).body, target).toBe("the page");
      expect(seen?.[requestHeaders.nonce], target).toBeUndefined();
    }
  });

  it.each(["/check/", "//check", "/.well-known/hiraku-receipt-keys.json/", "/search/", "/search\\", "/a//b?x=//"])(
    "for %s, which Next redirects to its one address, is left to Next",
    async (target) => {
      expect((await get(target)).body).toBe("the page");
      expect((await get(target, { host: "evil.example" })).status).toBe(421);
    },
  );

  it("for Next's own tools is served in development alone", async () => {
    for (const target of ["/__nextjs_original-stack-frames", "/_next/webpack-hmr"]) {
      expect((await get(target)).status, target).toBe(307);
      production = false;
      expect((await get(target)).body, target).toBe("the page");
      production = true;
    }
  });

  it("for what only begins like a file is that for a page", async () => {
    for (const target of ["/robots.txtX", "/favicon.ico/x", "/_next/staticX"])
      expect((await get(target)).headers.location, target).toMatch(/^\/sign-in\?next=/);
  });

  it.each([
    ["/ask#x", "/sign-in?next=%2Fask"],
    ["/", "/sign-in"],
    ["/ask?q=1&_rsc=abc", "/sign-in?next=%2Fask%3Fq%3D1"],
    ["/documents/a%2Fb?x", "/sign-in?next=%2Fdocuments%2Fa%252Fb%3Fx"],
    ["/%61pi/credits", "/sign-in?next=%2F%2561pi%2Fcredits"],
  ])("for %s without a session leads to %s", async (target, location) => {
    const answer = await get(target);
    expect([answer.status, answer.headers.location, seen]).toEqual([307, location, undefined]);
    expect(answer.headers["referrer-policy"]).toBe("no-referrer");
  });

  it.each([
    ...["/sign-in?next=%2F", "/check", "/verify", "/mail?do=end", "/api/credits", "/feeds/token"],
    ...["/.well-known/hiraku-receipt-keys.json", "/.well-known/security.txt"],
  ])("for %s needs no session", async (target) => expect((await get(target)).body).toBe("the page"));

  it("gets a policy with a nonce of its own, which the page is told", async () => {
    const [one, two] = [await get("/ask", signedIn), await get("/ask", signedIn)];
    const policy = String(two.headers["content-security-policy"]);
    expect(policy).toContain(`'nonce-${String(seen?.[requestHeaders.nonce])}'`);
    expect(seen?.["content-security-policy"]).toBe(policy);
    expect(one.headers["content-security-policy"]).not.toBe(policy);
  });

  it("can't choose what the server tells the page", async () => {
    const forged = { [requestHeaders.path]: "/x", [requestHeaders.csrf]: "y", [requestHeaders.nonce]: "z" };
    const policies = {
      "content-security-policy": "script-src *",
      "content-security-policy-report-only": "script-src *",
    };
    for (const target of ["/robots.txt", "/fonts/none", "/api/health", "/search/"]) {
      await get(target, { ...signedIn, ...forged, ...policies });
      for (const name of [...Object.keys(forged), ...Object.keys(policies)])
        expect(seen?.[name], target).toBeUndefined();
    }
    await get("/ask?a=1&_rsc=2", { ...signedIn, ...forged, ...policies });
    expect(seen?.[requestHeaders.path]).toBe("/ask?a=1");
    expect(seen?.[requestHeaders.csrf]).toMatch(/^[0-9a-f]{64}$/);
    expect(seen?.[requestHeaders.nonce]).not.toBe("z");
    expect(seen?.["content-security-policy"]).not.toContain("*");
    expect(seen?.["content-security-policy-report-only"]).toBeUndefined();
  });

  it("brings the token of its form in a cookie, made once", async () => {
    const first = await get("/sign-in");
    const [cookie = ""] = first.headers["set-cookie"] ?? [];
    expect(cookie).toMatch(/^hiraku-csrf=[0-9a-f]{64}%7C[0-9a-f]{64}; Path=\/; HttpOnly; SameSite=Lax$/);
    const token = seen?.[requestHeaders.csrf];
    const again = await get("/sign-in", { cookie: cookie.split(";")[0] ?? "" });
    expect([seen?.[requestHeaders.csrf], again.headers["set-cookie"]]).toEqual([token, undefined]);
    const forged = await get("/sign-in", { cookie: `hiraku-csrf=${"0".repeat(64)}%7C${"0".repeat(64)}` });
    expect(forged.headers["set-cookie"]).toHaveLength(1);
    expect((await get("/api/credits")).headers["set-cookie"]).toBeUndefined();
  });

  it("with several cookies of a name reads the one that pages read", async () => {
    const tokens: string[] = [];
    const cookies: string[] = [];
    for (let at = 0; at < 2; at++) {
      const made = await get("/sign-in");
      tokens.push(String(seen?.[requestHeaders.csrf]));
      cookies.push(made.headers["set-cookie"]?.[0]?.split(";")[0] ?? "");
    }
    await get("/sign-in", { cookie: cookies.join("; ") });
    expect(seen?.[requestHeaders.csrf]).toBe(tokens[1]);
    expect((await get("/ask", { cookie: "hiraku-session=%ZZ; hiraku-session=good" })).body).toBe("the page");
    expect((await get("/ask", { cookie: "hiraku-session=good; hiraku-session=%ZZ" })).body).toBe("the page");
  });

  it("under an https address has cookies and a policy of transport that fit it", async () => {
    publicOrigin = "https://hiraku.example";
    const answer = await get("/sign-in", { host: "hiraku.example" });
    expect(answer.headers["set-cookie"]?.[0]).toMatch(/^__Host-hiraku-csrf=.*; Secure$/);
    expect(answer.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    expect((await get("/ask", { ...signedIn, host: "hiraku.example" })).status).toBe(307);
    publicOrigin = undefined;
  });
});
