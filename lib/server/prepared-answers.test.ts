import { once } from "node:events";
import { mkdtempSync, mkdirSync, writeFileSync } from "node:fs";
import { request as ask, type IncomingHttpHeaders } from "node:http";
import os from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { preferredEncoding } from "./accept-encoding.ts";
import { noteSecretInPage, noteSessionAsked } from "./answer-traits.ts";
import { compressAnswer } from "./compressed-answer.ts";
import { serveCompressedFiles } from "./compressed-files.ts";
import { keepForGoingBack } from "./kept-pages.ts";
import { listenWeb, type RequestHandler, type WebServer, type WebServerOptions } from "./web-server.ts";

const open: WebServer[] = [];
afterEach(async () => {
  for (const web of open.splice(0)) await web.close(0);
});

type Prepare = NonNullable<WebServerOptions["prepare"]>;

async function serve(handler: RequestHandler, prepare: Prepare = compressAnswer): Promise<WebServer> {
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

describe("compressed answers", () => {
  it("are the same text, smaller, and vary with what the browser takes", async () => {
    const web = await serve(page);
    const packed = await get(web, "/", brotli);
    expect(packed.headers).toMatchObject({ "content-encoding": "br", vary: "Accept-Encoding" });
    expect(packed.headers["content-length"]).toBeUndefined();
    expect(packed.body.byteLength).toBeLessThan(text.length / 10);
    expect(brotliDecompressSync(packed.body).toString()).toBe(text);
    const zipped = await get(web, "/", { "accept-encoding": "gzip" });
    expect(gunzipSync(zipped.body).toString()).toBe(text);
    const plain = await get(web);
    expect(plain.body.toString()).toBe(text);
    expect(plain.headers["content-encoding"]).toBeUndefined();
    expect(plain.headers["vary"]).toBe("Accept-Encoding");
  });

  it("arrive as they are written", async () => {
    const second = Promise.withResolvers<void>();
    const web = await serve(async (_request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.flushHeaders();
      response.write("<p>first</p>");
      await second.promise;
      response.end("<p>second</p>");
    });
    const sent = ask({ port: web.address.port, host: "127.0.0.1", headers: { "accept-encoding": "gzip" } });
    sent.end();
    const [response] = await once(sent, "response");
    const chunks: Buffer[] = [];
    response.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      // The rest is written only once the beginning has come.
      second.resolve();
    });
    await once(response, "end");
    expect(gunzipSync(Buffer.concat(chunks)).toString()).toBe("<p>first</p><p>second</p>");
  });

  it("send their head with the first of them, and tell when each part is on its way", async () => {
    const sent: number[] = [];
    const told: string[] = [];
    const web = await serve(async (request, response) => {
      response.setHeader("Content-Type", request.url === "/page" ? "text/html" : "application/json");
      response.flushHeaders();
      sent.push(response.socket?.bytesWritten ?? -1);
      response.write("<p>fir", () => void told.push("first"));
      response.write(Buffer.from("st</p>"), () => void told.push("second"));
      response.end("<p>third</p>", () => void told.push("end"));
    });
    const packed = await get(web, "/page", { "accept-encoding": "gzip" });
    expect(gunzipSync(packed.body).toString()).toBe("<p>first</p><p>third</p>");
    expect(sent).toEqual([0]);
    expect(told).toEqual(["first", "second", "end"]);
    await get(web, "/api/credits", { "accept-encoding": "gzip" });
    expect(sent[1]).toBeGreaterThan(0);
  });

  it("are packed in one where the pieces of a page follow within a moment", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    try {
      const web = await serve(async (_request, response) => {
        response.setHeader("Content-Type", "text/html");
        response.write(text.repeat(10));
        for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
        response.end("<p>last</p>");
      });
      const { body } = await get(web, "/page", { "accept-encoding": "gzip" });
      expect(gunzipSync(body).toString()).toBe(`${text.repeat(10)}<p>last</p>`);
      // Each sending but the last ends with these bytes.
      expect(body.includes(Buffer.from([0, 0, 0xff, 0xff]))).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it("tell whoever writes that a part is done with when the reader has gone", async () => {
    const gone = Promise.withResolvers<void>();
    const told: string[] = [];
    const web = await serve(async (_request, response) => {
      response.setHeader("Content-Type", "text/html");
      response.write("<p>first</p>");
      await once(response, "close");
      response.write("<p>after</p>", () => void told.push("after"));
      gone.resolve();
    });
    const sent = ask({ port: web.address.port, host: "127.0.0.1", headers: brotli });
    sent.on("error", () => undefined).end();
    await once(sent, "response");
    sent.destroy();
    await gone.promise;
    expect(told).toEqual(["after"]);
  });

  it("wait for a slow reader and lose nothing", async () => {
    const piece = Buffer.alloc(64 * 1024, "0123456789abcdef 開示 ");
    const web = await serve(async (_request, response) => {
      response.setHeader("Content-Type", "text/html");
      for (let i = 0; i < 60; i++) if (!response.write(piece)) await once(response, "drain");
      response.end();
    });
    const { body } = await get(web, "/", brotli);
    expect(brotliDecompressSync(body).byteLength).toBe(60 * piece.byteLength);
  });

  it.each<[string, RequestHandler]>([
    ["a page with a form's token", async (request, response) => (noteSecretInPage(), page(request, response))],
    [
      "an image",
      async (_request, response) => {
        response.setHeader("Content-Type", "image/png");
        response.end(text);
      },
    ],
    [
      "JSON of any route but the free lists",
      async (_request, response) => {
        response.setHeader("Content-Type", "application/json");
        response.end(text);
      },
    ],
    [
      "a short answer",
      async (_request, response) => {
        response.setHeader("Content-Type", "text/html");
        response.setHeader("Content-Length", "5");
        response.end("short");
      },
    ],
  ])("%s is not compressed", async (_name, handler) => {
    const { headers } = await get(await serve(handler), "/api/credits", brotli);
    expect(headers["content-encoding"]).toBeUndefined();
  });

  it.each(["/account", "/account?about=x", "/sign-in"])("%s is not compressed, whatever is in it", async (target) => {
    expect((await get(await serve(page), target, brotli)).headers["content-encoding"]).toBeUndefined();
  });

  it.each(["/api/v1/documents", "/api/timeline?cursor=c1"])("the free lists' JSON is, at %s", async (target) => {
    const web = await serve(async (_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json", ETag: '"1"' });
      response.end(JSON.stringify({ text }));
    });
    const { headers, body } = await get(web, target, brotli);
    expect(headers).toMatchObject({ "content-encoding": "br", etag: 'W/"1"' });
    expect(JSON.parse(brotliDecompressSync(body).toString())).toEqual({ text });
  });

  it("parts of a file and answers without a body are left alone", async () => {
    const web = await serve(page);
    const { headers } = await get(web, "/", { ...brotli, range: "bytes=0-9" });
    expect(headers["content-encoding"]).toBeUndefined();
    const head = await get(web, "/", brotli, "HEAD");
    expect(head.headers["content-encoding"]).toBeUndefined();
    expect(head.body.byteLength).toBe(0);
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
    const secret = await serve(
      async (request, response) => (noteSecretInPage(), asking(request, response)),
      keep(true),
    );
    expect((await get(secret)).headers["cache-control"]).toContain("no-store");
    const failed = await serve(async (request, response) => {
      response.statusCode = 404;
      await asking(request, response);
    }, keep(true));
    expect((await get(failed)).headers["cache-control"]).toContain("no-store");
  });
});
