import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as ask } from "node:http";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { admit } from "../server/admit.ts";
import { listenWeb, type WebServer } from "../server/web-server.ts";
import { findDemoKey } from "./demo-key.ts";
import { requestHeaders } from "./request-headers.ts";
import { secretVersions } from "./secrets.ts";

const secrets = secretVersions(["s".repeat(32)]);
const set = {
  dataFolder: "",
  apiUrl: "http://127.0.0.1:8787",
  publicOrigin: undefined as string | undefined,
  production: true,
};

let web: WebServer;
beforeAll(async () => {
  set.dataFolder = mkdtempSync(path.join(os.tmpdir(), "hiraku-demo-"));
  writeFileSync(path.join(set.dataFolder, "demo-key"), "hk_demo\n");
  web = await listenWeb({
    ...{ host: "0.0.0.0", port: 0, trustProxy: true, onFailure: () => undefined },
    admit: (request, response) => admit(request, response, { settings: set, secrets }),
  });
  // Pages and routes ask in the same way, with the headers that the server has left.
  web.serve(async ({ headers }, response) => {
    response.end(findDemoKey(set, { get: (name) => headers[name]?.toString() ?? null }) ?? "none");
  });
});
afterAll(async () => {
  await web.close(0);
  rmSync(set.dataFolder, { recursive: true, force: true });
});

async function offered(headers: Record<string, string> = {}, at = "127.0.0.1", target = "/sign-in"): Promise<string> {
  const sent = ask({ host: at, port: web.address.port, path: target, headers: { host: "localhost:3000", ...headers } });
  sent.end();
  const [response] = await once(sent, "response");
  let body = "";
  for await (const chunk of response) body += String(chunk);
  return response.statusCode === 200 ? body : String(response.statusCode);
}

const ownAddress = Object.values(os.networkInterfaces())
  .flatMap((each) => each ?? [])
  .find(({ internal, family }) => !internal && family === "IPv4")?.address;

describe("the demo key", () => {
  it.each(["/sign-in", "/api/auth/callback/api-key"])(
    "is offered to a browser of this machine at %s",
    async (target) => {
      expect(await offered({}, "127.0.0.1", target)).toBe("hk_demo");
      expect(await offered({ host: "127.0.0.1:3000" }, "127.0.0.9", target)).toBe("hk_demo");
      expect(await offered({ host: "hiraku.example" }, "127.0.0.1", target)).toBe("421");
    },
  );

  it("is offered with all that browsers and other clients send by themselves", async () => {
    const sent = {
      ...{ Accept: "*/*", "Accept-Language": "ja", "Cache-Control": "no-cache", DNT: "1", "If-None-Match": '"x"' },
      ...{ Origin: "http://localhost:3000", Referer: "http://localhost:3000/", "Sec-Fetch-Site": "same-origin" },
      ...{ "Sec-CH-UA-Platform": "Linux", "Upgrade-Insecure-Requests": "1", "User-Agent": "x", Priority: "u=0, i" },
      ...{ "Next-Router-Prefetch": "1", RSC: "1", "X-Auth-Return-Redirect": "1", "MCP-Protocol-Version": "2026-07-28" },
    };
    expect(await offered(sent)).toBe("hk_demo");
  });

  it.each<readonly [string, string]>([
    ["X-Forwarded-For", "127.0.0.1"],
    ["X-Forwarded-Host", "localhost"],
    ["X-Forwarded-Proto", "https"],
    ["X-Forwarded-Port", ""],
    ["X-Forwarded-Prefix", "/"],
    ["Forwarded", "for=127.0.0.1"],
    ["Via", "1.1 proxy"],
    ...[
      ...["X-Real-IP", "X-Client-IP", "X-ClientIP", "True-Client-IP", "X-Cluster-Client-IP", "WL-Proxy-Client-IP"],
      ...["X-Originating-IP", "X-Remote-IP", "X-Remote-Addr", "Client-IP", "X-Original-Host", "X-Host", "CDN-Loop"],
      ...["CF-Connecting-IP", "CF-Ray", "CF-Visitor", "Fly-Client-IP", "Fly-Region", "Fastly-Client-IP", "Fastly-FF"],
      ...["X-Amzn-Trace-Id", "X-Amz-Cf-Id", "CloudFront-Viewer-Address", "X-Azure-ClientIP", "X-Azure-FDID"],
      ...["X-ARR-SSL", "X-Envoy-External-Address", "X-AppEngine-User-IP", "X-Cloud-Trace-Context", "X-Varnish"],
      ...["X-Vercel-Id", "X-NF-Client-Connection-IP", "Akamai-Origin-Hop", "X-Akamai-Edgescape", "Incap-Client-IP"],
      ...["X-SUCURI-ClientIP", "Ali-CDN-Real-IP", "Tailscale-User-Login", "X-BlueCoat-Via", "X-ProxyUser-Ip"],
    ].map((name): [string, string] => [name, "127.0.0.1"]),
  ])("is not offered to a request that a proxy passed on, which %s tells", async (name, value) => {
    expect(await offered({ [name]: value })).toBe("none");
    expect(await offered({ [name]: value, [requestHeaders.local]: "yes" })).toBe("none");
  });

  if (ownAddress !== undefined) {
    it("is not offered to another machine, whatever it sends", async () => {
      for (const headers of [{}, { [requestHeaders.local]: "yes" }, { [requestHeaders.peer]: "127.0.0.1" }]) {
        expect(await offered(headers, ownAddress)).toBe("none");
      }
    });
  }

  it("is not offered where a public address is set or the service is elsewhere, on no machine", async () => {
    set.publicOrigin = "https://hiraku.example";
    expect(await offered()).toBe("none");
    expect(await offered({ host: "hiraku.example" })).toBe("none");
    set.publicOrigin = undefined;
    set.apiUrl = "https://api.hiraku.example";
    expect(await offered()).toBe("none");
    set.apiUrl = "http://127.0.0.1:8787";
  });
});

describe("a loopback name", () => {
  it("is refused to everybody but this machine where a public address is set, and so opens nothing behind a proxy", async () => {
    set.publicOrigin = "https://hiraku.example";
    expect(await offered({ "X-Forwarded-For": "203.0.113.9" })).toBe("421");
    expect(await offered({ host: "hiraku.example", "X-Forwarded-For": "203.0.113.9" })).toBe("none");
    if (ownAddress !== undefined) expect(await offered({}, ownAddress)).toBe("421");
    expect(await offered()).toBe("none");
    set.publicOrigin = undefined;
    expect(await offered({ "X-Forwarded-For": "203.0.113.9" })).toBe("none");
  });
});
