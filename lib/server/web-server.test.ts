import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import {
  type FailedAnswer,
  listenWeb,
  type RequestHandler,
  type WebServer,
  type WebServerOptions,
} from "./web-server.ts";

const open: WebServer[] = [];
afterEach(async () => {
  for (const web of open.splice(0)) await web.close(0);
});

const ok: RequestHandler = async (_request, response) => void response.end("fine");

async function listen(handler: RequestHandler = ok, options: Partial<WebServerOptions> = {}): Promise<WebServer> {
  const web = await listenWeb({ host: "127.0.0.1", port: 0, trustProxy: false, onFailure: () => {}, ...options });
  open.push(web);
  web.serve(handler);
  return web;
}

/** Sends raw bytes and returns what is received until the connection ends. */
async function exchange(web: WebServer, ...parts: string[]): Promise<string> {
  const socket = connect(web.address.port, "127.0.0.1");
  socket.on("error", () => {});
  let text = "";
  socket.setEncoding("utf8").on("data", (chunk) => (text += chunk));
  for (const part of parts) socket.write(part);
  await once(socket, "close");
  return text;
}

function problemIn(answer: string): { status: number; code: string; instance: string } {
  expect(answer).toMatch(/^HTTP\/1\.1 \d{3} /);
  expect(answer).toMatch(/content-type: application\/problem\+json\r\n/i);
  expect(answer).toMatch(/connection: close\r\n/i);
  const problem = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
  expect(answer.split(" ")[1]).toBe(String(problem.status));
  expect(answer).toMatch(new RegExp(`x-request-id: ${problem.instance}\r\n`, "i"));
  return problem;
}

const host = "Host: localhost\r\n";

describe("requests that the web server itself refuses, on a raw socket", () => {
  it.each(["TRACE", "PROPFIND", "MKCOL"])("%s is 405 with the methods that are served", async (method) => {
    const seen: string[] = [];
    const web = await listen(async (request, response) => {
      seen.push(request.method ?? "");
      response.end();
    });
    const answer = await exchange(web, `${method} / HTTP/1.1\r\n${host}Cookie: secret=1\r\n\r\n`);
    expect(problemIn(answer)).toMatchObject({ status: 405, code: "method_not_allowed" });
    expect(answer).toMatch(/allow: GET, HEAD, POST/i);
    expect(answer).not.toContain("secret");
    expect(seen).toEqual([]);
  });

  it.each(["/documents/..", "/documents/%2e%2e/pages/1", "/news/%2E.?x=1", "http://localhost/api/v1/documents/./toc"])(
    "%s is 404 and reaches no page: . and .. are no ids",
    async (target) => {
      let reached = false;
      const web = await listen(async (_request, response) => {
        reached = true;
        response.end();
      });
      const answer = await exchange(web, `GET ${target} HTTP/1.1\r\n${host}\r\n`);
      expect(problemIn(answer)).toMatchObject({ status: 404, code: "not_found" });
      expect(reached).toBe(false);
    },
  );

  it.each([
    "/feeds/%FF",
    "/documents/%",
    "/documents/S1/sections/%E3%81",
    "/api/v1/documents/%zz",
    "http://localhost/news/%FF",
  ])("%s is 400 and reaches no page: its percent-encoding is malformed", async (target) => {
    let reached = false;
    const web = await listen(async (_request, response) => {
      reached = true;
      response.end();
    });
    const answer = await exchange(web, `GET ${target} HTTP/1.1\r\n${host}\r\n`);
    expect(problemIn(answer)).toMatchObject({ status: 400, code: "malformed_request" });
    expect(reached).toBe(false);
  });

  it.each(["Host: localhost", "host: evil.example"])("a second host, '%s', is 400", async (second) => {
    const answer = await exchange(await listen(), `GET / HTTP/1.1\r\n${host}${second}\r\n\r\n`);
    expect(problemIn(answer)).toMatchObject({ status: 400, code: "malformed_request" });
  });

  it("a failed answer of any page or route has an id, and is reported by it, with when to ask again", async () => {
    const reported: FailedAnswer[] = [];
    const onFailedAnswer = (failed: FailedAnswer) => void reported.push(failed);
    const busy = { "X-Request-Id": "r-1", "Retry-After": "7" };
    const given = await listen(async (_request, response) => void response.writeHead(503, busy).end(), {
      onFailedAnswer,
    });
    await exchange(given, `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    const bare = await listen(async (_request, response) => void response.writeHead(500).end(), { onFailedAnswer });
    const answer = await exchange(bare, `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    const id = /x-request-id: (\S+)/i.exec(answer)?.[1];
    expect(id).toMatch(/^[\da-f-]{36}$/);
    expect(reported).toEqual([
      { status: 503, requestId: "r-1", retryAfterSeconds: 7 },
      { status: 500, requestId: id },
    ]);
    const fine = await listen(ok, { onFailedAnswer });
    expect(await exchange(fine, `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`)).not.toMatch(/x-request-id/i);
    expect(reported).toHaveLength(2);
  });

  it("CONNECT is 405", async () => {
    expect(
      problemIn(await exchange(await listen(), `CONNECT evil:443 HTTP/1.1\r\nHost: evil:443\r\n\r\n`)).status,
    ).toBe(405);
  });

  it("headers that are too large are 431", async () => {
    const answer = await exchange(await listen(), `GET / HTTP/1.1\r\n${host}X-Large: ${"x".repeat(20_000)}\r\n\r\n`);
    expect(problemIn(answer)).toMatchObject({ status: 431, code: "headers_too_large" });
  });

  it.each([
    ["invalid HTTP", "hello\r\n\r\n"],
    ["a header without a colon", `GET / HTTP/1.1\r\n${host}nonsense\r\n\r\n`],
    ["two lengths of a body", `POST / HTTP/1.1\r\n${host}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`],
    [
      "a length beside chunks",
      `POST / HTTP/1.1\r\n${host}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["no host", "GET / HTTP/1.1\r\n\r\n"],
    ["a target that is no address", `GET evil HTTP/1.1\r\n${host}\r\n`],
  ])("%s is 400", async (_name, bytes) => {
    expect(problemIn(await exchange(await listen(), bytes))).toMatchObject({ status: 400, code: "malformed_request" });
  });

  it("headers that don't end are 408", async () => {
    const web = await listen(ok, { timeouts: { headersMs: 40, requestMs: 60, checkMs: 20 } });
    const answer = await exchange(web, `GET / HTTP/1.1\r\n${host}`);
    expect(problemIn(answer)).toMatchObject({ status: 408, code: "request_timeout" });
  });

  it("a body that doesn't end is 408, although a handler waits for it", async () => {
    const web = await listen(
      async (request, response) => {
        await bodyOf(request).catch(() => "");
        response.end("never");
      },
      { timeouts: { headersMs: 40, requestMs: 60, checkMs: 20 } },
    );
    const answer = await exchange(web, `POST / HTTP/1.1\r\n${host}Content-Length: 10\r\n\r\nabc`);
    expect(problemIn(answer)).toMatchObject({ status: 408, code: "request_timeout" });
  });

  it("a body that doesn't end doesn't disturb an answer that has begun", async () => {
    const web = await listen(async (_request, response) => void response.end("early"), {
      timeouts: { headersMs: 40, requestMs: 60, checkMs: 20 },
    });
    const answer = await exchange(web, `POST / HTTP/1.1\r\n${host}Content-Length: 10\r\n\r\nabc`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.match(/HTTP\/1\.1/g)).toHaveLength(1);
  });
});

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text;
}

describe("the target of a request", () => {
  async function seen(bytes: string): Promise<{ url: string; host: string }> {
    const web = await listen(async (request, response) => {
      response.end(JSON.stringify({ url: request.url, host: request.headers.host }));
    });
    const answer = await exchange(web, bytes);
    return JSON.parse(answer.slice(answer.indexOf("\r\n\r\n") + 4));
  }

  it.each([
    ["GET http://evil/ HTTP/1.1", { url: "/", host: "evil" }],
    ["GET HTTPS://evil.example:81/a//b?c=d HTTP/1.1", { url: "/a//b?c=d", host: "evil.example:81" }],
    ["GET http://evil HTTP/1.1", { url: "/", host: "evil" }],
    ["GET http://evil?next=x HTTP/1.1", { url: "/?next=x", host: "evil" }],
    ["GET http://user@localhost/ HTTP/1.1", { url: "/", host: "user@localhost" }],
    ["GET /a?b HTTP/1.1", { url: "/a?b", host: "localhost" }],
    ["OPTIONS * HTTP/1.1", { url: "/", host: "localhost" }],
  ])("%s is split into a path and a host", async (line, expected) => {
    expect(await seen(`${line}\r\n${host}Connection: close\r\n\r\n`)).toEqual(expected);
  });
});

describe("the peer's address", () => {
  it("is the socket's, whatever the headers claim", async () => {
    const web = await listen(async (request, response) => void response.end(String(request.headers["x-hiraku-peer"])));
    const answer = await exchange(
      web,
      `GET / HTTP/1.1\r\n${host}X-Hiraku-Peer: 1.2.3.4\r\nX-Forwarded-For: 5.6.7.8\r\nConnection: close\r\n\r\n`,
    );
    expect(answer).toMatch(/127\.0\.0\.1$/);
  });
});

describe("an answer that fails", () => {
  it("is a problem with the request id that was logged, and nothing of the cause", async () => {
    const told: { error: unknown; requestId: string }[] = [];
    const cause = new Error("the key is hk_1");
    const web = await listen(() => Promise.reject(cause), {
      onFailure: (error, requestId) => told.push({ error, requestId }),
    });
    const answer = await exchange(web, `GET / HTTP/1.1\r\n${host}\r\n`);
    expect(told).toEqual([{ error: cause, requestId: problemIn(answer).instance }]);
    expect(answer).not.toContain("hk_1");
  });
});

describe("a stop", () => {
  it("closes kept-alive connections at once", async () => {
    const web = await listen();
    const socket = connect(web.address.port, "127.0.0.1");
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n`);
    await once(socket, "data");
    const closed = once(socket, "close");
    await web.close(60_000);
    await closed;
  });

  it("lets a running answer end, then closes its connection", async () => {
    const begun = Promise.withResolvers<() => void>();
    const web = await listen(
      (_request, response) =>
        new Promise((resolve) => {
          begun.resolve(() => {
            response.end("whole");
            resolve();
          });
        }),
    );
    const answer = exchange(web, `GET / HTTP/1.1\r\n${host}\r\n`);
    const finish = await begun.promise;
    const closed = web.close(60_000);
    finish();
    await closed;
    expect(await answer).toMatch(/whole/);
  });

  it("ends answers that exceed the time limit", async () => {
    const begun = Promise.withResolvers<undefined>();
    const web = await listen(() => {
      begun.resolve(undefined);
      return new Promise(() => {});
    });
    const answer = exchange(web, `GET / HTTP/1.1\r\n${host}\r\n`);
    await begun.promise;
    await web.close(20);
    expect(await answer).toBe("");
  });

  it("delays requests until they can be answered", async () => {
    const web = await listenWeb({ host: "127.0.0.1", port: 0, trustProxy: false, onFailure: () => {} });
    open.push(web);
    const answer = exchange(web, `GET / HTTP/1.1\r\n${host}Connection: close\r\n\r\n`);
    web.serve(ok);
    expect(await answer).toMatch(/fine/);
  });
});
