import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { isAllowedHost, isLoopbackHost, isSameOrigin } from "../kit/hosts.ts";
import { returnPath } from "../next/return-path.ts";
import { preferredLocale } from "../next/view.ts";
import { anyText } from "../text/testing/any-text.ts";
import { contentSecurityPolicy } from "./content-security-policy.ts";
import { cookieNames } from "./cookies.ts";
import { csrfTokenIn, makeCsrf } from "./csrf.ts";
import { setPeerHeaders } from "./peer-address.ts";
import { requestHeaders } from "./request-headers.ts";
import { secretVersions } from "./secrets.ts";
import { sessionIdFromToken, sessionToken } from "./token.ts";

const publicOrigin = "https://hiraku.example";
const isLocal = true;

describe("the host names under which the app answers", () => {
  it.each(["localhost:3000", "127.0.0.1:3000", "[::1]:3000", "127.0.0.1", "hiraku.example", "HIRAKU.example"])(
    "take %s",
    (host) => expect(isAllowedHost(host, { publicOrigin, isLocal })).toBe(true),
  );

  it.each([null, "", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "hiraku.example.evil", "a b"])(
    "refuse %s, which may be another site's name that resolves to this machine",
    (host) => expect(isAllowedHost(host, { publicOrigin, isLocal })).toBe(false),
  );

  it("are loopback names for this machine alone where a public address is set, and else for everybody", () => {
    const far = { publicOrigin, isLocal: false };
    expect(["localhost:3000", "127.0.0.1", "[::1]:3000"].filter((host) => isAllowedHost(host, far))).toEqual([]);
    expect(isAllowedHost("hiraku.example", far)).toBe(true);
    expect(isAllowedHost("localhost:3000", { publicOrigin: undefined, isLocal: false })).toBe(true);
    // Who names a loopback address as the public one means it.
    expect(isAllowedHost("localhost:3000", { publicOrigin: "http://localhost:3000", isLocal: false })).toBe(true);
  });

  it("don't count a public name as loopback", () => {
    expect(isLoopbackHost("hiraku.example")).toBe(false);
    expect(isLoopbackHost("127.evil.example")).toBe(false);
  });
});

describe("a state change", () => {
  const host = "127.0.0.1:3000";
  const origin = "http://127.0.0.1:3000";
  const judge = (more: { origin?: string | null; fetchSite?: string | null; host?: string | null }) =>
    isSameOrigin({ host, origin, fetchSite: "same-origin", publicOrigin, isLocal, ...more });

  it("is accepted from the app's own page, by a script or a plain form", () => {
    expect(judge({})).toBe(true);
    expect(judge({ fetchSite: null })).toBe(true);
    expect(judge({ origin: "null" })).toBe(true);
    expect(judge({ host: "hiraku.example", origin: publicOrigin })).toBe(true);
  });

  it.each([
    ["another site", { fetchSite: "cross-site" }],
    ["a sibling of the site", { fetchSite: "same-site" }],
    ["the address bar", { fetchSite: "none", origin: null }],
    ["another origin that hides its Sec-Fetch-Site", { origin: "https://evil.example", fetchSite: null }],
    ["an opaque origin without Sec-Fetch-Site", { origin: "null", fetchSite: null }],
    ["no origin at all", { origin: null, fetchSite: null }],
    ["another port", { origin: "http://127.0.0.1:4000" }],
    ["plain http under the public name", { host: "hiraku.example", origin: "http://hiraku.example" }],
    ["an unknown name", { host: "evil.example", origin: "http://evil.example" }],
  ])("is refused from %s", (_, more) => expect(judge(more)).toBe(false));
});

describe("the way back after sign-in", () => {
  it("keeps a path of the app with its query and fragment", () => {
    expect(returnPath("/documents/S100ABCD?q=%E5%A3%B2#x")).toBe("/documents/S100ABCD?q=%E5%A3%B2#x");
  });

  it.each([
    undefined,
    "",
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "/\t/evil.example",
    "/..//evil.example",
    "javascript:alert(1)",
    "/api/auth/signout",
    `/${"x".repeat(3000)}`,
  ])("is Today for %j", (wanted) => expect(returnPath(wanted)).toBe("/"));

  it("never leaves the app, whatever is asked for", () => {
    fc.assert(
      fc.property(anyText(), (wanted) => {
        const url = new URL(returnPath(wanted), "http://app.invalid");
        expect(url.origin).toBe("http://app.invalid");
      }),
    );
  });
});

describe("the caller's address", () => {
  it("is the socket's, whatever headers the caller sends", () => {
    const headers: Record<string, string | string[] | undefined> = {
      "x-forwarded-for": "1.1.1.1",
      [requestHeaders.peer]: "2.2.2.2",
      "x-forwarded-host": "evil.example",
      forwarded: "for=3.3.3.3",
    };
    setPeerHeaders(headers, "9.9.9.9", false);
    expect(headers).toEqual({ [requestHeaders.peer]: "9.9.9.9" });
  });

  it("is what our own proxy has written, where one is configured", () => {
    const headers: Record<string, string | string[] | undefined> = { "x-forwarded-for": "1.1.1.1, 5.5.5.5" };
    setPeerHeaders(headers, "127.0.0.1", true);
    expect(headers).toEqual({ [requestHeaders.peer]: "5.5.5.5" });
  });

  it.each([
    ["127.0.0.1", "yes"],
    ["127.9.9.9", "yes"],
    ["::1", "yes"],
    ["::ffff:127.0.0.1", "yes"],
    ["::ffff:10.0.0.1", undefined],
    ["10.0.0.1", undefined],
    ["2001:db8::1", undefined],
    ["localhost", undefined],
    [undefined, undefined],
  ])("at the socket %s is this machine's: %s", (socketAddress, local) => {
    const headers: Record<string, string | undefined> = { [requestHeaders.local]: "yes" };
    setPeerHeaders(headers, socketAddress, false);
    expect(headers[requestHeaders.local]).toBe(local);
  });
});

describe("the cookies", () => {
  it("are bound to the host where the app is served over https", () => {
    expect(Object.values(cookieNames(true)).every((name) => name.startsWith("__Host-"))).toBe(true);
  });

  it("hold a session id that only the app's secrets open, old ones included", async () => {
    const [young, old] = [secretVersions(["y".repeat(32)]), secretVersions(["o".repeat(32)])];
    const token = await sessionToken("the-id", 60, old);
    expect(token).not.toContain("the-id");
    expect(await sessionIdFromToken(token, [...young, ...old])).toBe("the-id");
    expect(await sessionIdFromToken(token, young)).toBeUndefined();
    expect(await sessionIdFromToken(`${token}x`, old)).toBeUndefined();
    expect(await sessionIdFromToken("", old)).toBeUndefined();
  });

  it("are of no use once they have expired, also where they were opened before", async () => {
    const versions = secretVersions(["y".repeat(32)]);
    const token = await sessionToken("the-id", 60, versions);
    expect(await sessionIdFromToken(token, versions)).toBe("the-id");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 90_000 });
    expect(await sessionIdFromToken(token, versions)).toBeUndefined();
    vi.useRealTimers();
  });

  it("hold a form token that nobody else can make", () => {
    const { token, cookie } = makeCsrf("secret");
    expect(csrfTokenIn(cookie, "secret")).toBe(token);
    expect(csrfTokenIn(cookie, "other")).toBeUndefined();
    expect(csrfTokenIn(`${token}|${"0".repeat(64)}`, "secret")).toBeUndefined();
    expect(csrfTokenIn(undefined, "secret")).toBeUndefined();
  });
});

describe("the content security policy", () => {
  it("is exactly the one that was decided", () => {
    expect(contentSecurityPolicy("N", false)).toBe(
      "default-src 'none'; script-src 'nonce-N' 'strict-dynamic' 'wasm-unsafe-eval'; style-src 'self' 'nonce-N'; " +
        "style-src-attr 'unsafe-inline'; manifest-src 'self'; img-src 'self' blob: data:; font-src 'self'; " +
        "connect-src 'self'; worker-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'; " +
        "object-src 'none'",
    );
  });
});

describe("the language of a user without a cookie", () => {
  it.each([
    ["ja", "ja"],
    ["ja-JP,ja;q=0.9,en;q=0.8", "ja"],
    ["en;q=0.5, ja;q=0.9", "ja"],
    ["fr, ja;q=0", "en"],
    ["de-CH", "en"],
    [null, "en"],
  ])("for %j is %s", (header, locale) => expect(preferredLocale(header)).toBe(locale));
});
