import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { request as ask, type IncomingHttpHeaders } from "node:http";
import os from "node:os";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { preferredEncoding } from "./accept-encoding.ts";
import { noteSessionAsked } from "./answer-traits.ts";
import { serveCompressedFiles } from "./compressed-files.ts";
import { limitCompression } from "./compression.ts";
import { keepForGoingBack } from "./kept-pages.ts";
import { listenWeb, type RequestHandler, type WebServer, type WebServerOptions } from "./web-server.ts";

const open: WebServer[] = [];
afterEach(async () => {
  for (const web of open.splice(0)) await web.close(0);
});

type Prepare = NonNullable<WebServerOptions["prepare"]>;

async function serve(handler: RequestHandler, prepare: Prepare): Promise<WebServer> {
  const web = await listenWeb({ host: "127.0.0.1", port: 0, trustProxy: false, onFailure: () => {}, prepare });
  open.push(web);
  web.serve(handler);
  return web;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

async function get(
  web: WebServer,
  target = "/",
  headers: Record<string, string> = {},
  method = "GET",
): Promise<Answer> {
  const sent = ask({ port: web.address.port, host: "127.0.0.1", path: target, method, headers });
  sent.end();
  const [response] = await once(sent, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const text = "<p>開示書類を読む。</p>".repeat(400);
const brotli = { "accept-encoding": "gzip, deflate, br" };

const page: RequestHandler = async (_request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.setHeader("Cache-Control", "private, no-cache, no-store, max-age=0, must-revalidate");
  response.end(text);
};

describe("what a browser takes", () => {
  it.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip", "gzip"],
    ["br;q=0.5, gzip;q=0.9", "gzip"],
    ["br;q=0, gzip;q=0", undefined],
    ["*", "br"],
    ["identity", undefined],
    [undefined, undefined],
  ])("%s is answered in %s", (header, expected) => expect(preferredEncoding(header)).toBe(expected));
});

describe("what is compressed", () => {
  const limit =
    (compress = true): Prepare =>
    (request, response) =>
      limitCompression(request, response, { compress });
  /** What is asked of Next, and what a proxy is told. */
  const asked = async (target: string, headers: Record<string, string> = brotli, compress = true) => {
    const seen: (string | string[] | undefined)[] = [];
    const web = await serve(async (request, response) => {
      seen.push(request.headers["accept-encoding"]);
      await page(request, response);
    }, limit(compress));
    const answer = await get(web, target, headers);
    return { encoding: seen[0], cacheControl: answer.headers["cache-control"] };
  };
  const ofPage = "private, no-cache, no-store, max-age=0, must-revalidate";

  it.each([
    ...["/account", "/account?about=x", "/account/agents", "/sign-in", "/%61ccount", "/feeds/token"],
    ...["/api/credits", "/api/auth/csrf", "/api/feeds", "/api"],
  ])("%s never is, by us or by a proxy", async (target) => {
    expect(await asked(target)).toEqual({ encoding: "identity", cacheControl: `${ofPage}, no-transform` });
  });

  it.each(["/", "/documents/S1", "/accounting", "/api/v1/documents", "/api/timeline?cursor=c1"])(
    "%s is, as the browser takes it",
    async (target) => {
      expect(await asked(target)).toEqual({ encoding: brotli["accept-encoding"], cacheControl: ofPage });
    },
  );

  it("is nothing where a proxy does it, and no part of a file", async () => {
    expect((await asked("/", brotli, false)).encoding).toBe("identity");
    expect((await asked("/", { ...brotli, range: "bytes=0-9" })).encoding).toBe("identity");
  });
});

describe("scripts and styles", () => {
  it("are asked for in the copy that the build compressed, where there is one", async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), "hiraku-static-"));
    mkdirSync(path.join(folder, "chunks"));
    for (const name of ["a.js", "a.js.br", "a.js.gz", "b.js"]) writeFileSync(path.join(folder, "chunks", name), name);
    const web = await serve(async (request, response) => void response.end(request.url), serveCompressedFiles(folder));
    const asked = async (target: string, headers: Record<string, string>) => {
      const answer = await get(web, target, headers);
      return [answer.body.toString(), answer.headers["content-encoding"], answer.headers["vary"]];
    };
    const script = "/_next/static/chunks/a.js";
    expect(await asked(script, brotli)).toEqual([`${script}.br`, "br", "Accept-Encoding"]);
    expect(await asked(script, { "accept-encoding": "gzip" })).toEqual([`${script}.gz`, "gzip", "Accept-Encoding"]);
    expect(await asked(script, {})).toEqual([script, undefined, "Accept-Encoding"]);
    expect(await asked(script, { ...brotli, range: "bytes=0-9" })).toEqual([script, undefined, "Accept-Encoding"]);
    expect(await asked("/_next/static/chunks/b.js", brotli)).toEqual([
      "/_next/static/chunks/b.js",
      undefined,
      undefined,
    ]);
    expect(await asked("/a.js", brotli)).toEqual(["/a.js", undefined, undefined]);
  });
});

describe("pages that the browser may keep for going back", () => {
  const keep =
    (secure: boolean): Prepare =>
    (request, response, traits) =>
      keepForGoingBack(request, response, { traits, secure });
  const asking: RequestHandler = async (request, response) => (noteSessionAsked(), page(request, response));

  it("are those that ask for their session, on https and on loopback names", async () => {
    const kept = { "cache-control": "private, no-cache", vary: "*" };
    expect((await get(await serve(asking, keep(false)))).headers).toMatchObject(kept);
    expect((await get(await serve(asking, keep(true)), "/", { host: "hiraku.example" })).headers).toMatchObject(kept);
    const plain = await get(await serve(asking, keep(false)), "/", { host: "hiraku.example" });
    expect(plain.headers["cache-control"]).toContain("no-store");
    const silent = await get(await serve(page, keep(true)));
    expect(silent.headers["cache-control"]).toContain("no-store");
  });

  it("are none with a form's token, and none that failed", async () => {
    const secret = await get(await serve(asking, keep(true)), "/account");
    expect(secret.headers["cache-control"]).toContain("no-store");
    const failed = await serve(async (request, response) => {
      response.statusCode = 404;
      await asking(request, response);
    }, keep(true));
    expect((await get(failed)).headers["cache-control"]).toContain("no-store");
  });
});
