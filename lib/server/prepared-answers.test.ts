import { once } from "node:events";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { request as ask, type IncomingHttpHeaders } from "node:http";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { preferredEncoding } from "./accept-encoding.ts";
import { noteSessionAsked } from "./answer-traits.ts";
import { serveCompressedFiles } from "./compressed-files.ts";
import { compressAnswers, leaveSecretsPlain } from "./compression.ts";
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
  const withCompression = (): Prepare => {
    const compress = compressAnswers();
    return (request, response) => {
      compress(request, response);
      leaveSecretsPlain(request, response);
    };
  };
  const asked = async (target: string, headers: Record<string, string> = brotli) => {
    const answer = await get(await serve(page, withCompression()), target, headers);
    return { encoding: answer.headers["content-encoding"], cacheControl: answer.headers["cache-control"], ...answer };
  };
  const ofPage = "private, no-cache, no-store, max-age=0, must-revalidate";

  it.each([
    ...["/account", "/account?about=x", "/account/agents", "/sign-in", "/%61ccount", "/feeds/token"],
    ...["/api/credits", "/api/auth/csrf", "/api/feeds", "/api"],
  ])("%s never is, by us or by a proxy", async (target) => {
    const answer = await asked(target);
    expect(answer).toMatchObject({ encoding: undefined, cacheControl: `${ofPage}, no-transform` });
    expect(answer.body.toString()).toBe(text);
  });

  it.each(["/", "/documents/S1", "/accounting", "/api/v1/documents", "/api/timeline?cursor=c1"])(
    "%s is, as the browser takes it",
    async (target) => {
      const answer = await asked(target);
      expect(answer).toMatchObject({ encoding: "br", cacheControl: ofPage });
      expect(brotliDecompressSync(answer.body).toString()).toBe(text);
      expect((await asked(target, { "accept-encoding": "gzip" })).encoding).toBe("gzip");
    },
  );

  it("is no part of a file, and nothing that a browser does not take", async () => {
    expect((await asked("/", { ...brotli, range: "bytes=0-9" })).encoding).toBeUndefined();
    expect((await asked("/", {})).encoding).toBeUndefined();
  });

  it("is sent together where it is written in many parts within a moment", async () => {
    const inParts = await serve(async (_request, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      for (let at = 0; at < text.length; at += 100) {
        response.write(text.slice(at, at + 100));
        if ("flush" in response && typeof response.flush === "function") response.flush();
      }
      response.end();
    }, withCompression());
    const atOnce = await serve(page, withCompression());
    for (const headers of [brotli, { "accept-encoding": "gzip" }]) {
      const [parts, whole] = [await get(inParts, "/", headers), await get(atOnce, "/", headers)];
      expect(parts.body.length).toBeLessThan(whole.body.length + 20);
    }
  });

  it("arrives as it is written, and a reader who leaves in the midst disturbs nobody", async () => {
    const rest = Promise.withResolvers<void>();
    const web = await serve(async (_request, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.write(text);
      // As Next does after each part of a page.
      if ("flush" in response && typeof response.flush === "function") response.flush();
      await rest.promise;
      for (let part = 0; part < 50; part++) response.write(text);
      response.end();
    }, withCompression());
    const sent = ask({ port: web.address.port, host: "127.0.0.1", path: "/", headers: brotli });
    sent.end();
    const [response] = await once(sent, "response");
    const [first] = await once(response, "data");
    expect(first.length).toBeGreaterThan(20);
    sent.destroy();
    rest.resolve();
    expect((await get(web, "/", brotli)).headers["content-encoding"]).toBe("br");
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
