import { randomBytes } from "node:crypto";
import { createServer, type Server, type Socket } from "node:net";
import tls from "node:tls";
import { deflateSync, gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { selfSigned } from "../../testing/certificate.ts";
import { testService } from "../../testing/test-service.ts";
import { type PaidAnswer, type PaidCall, SendFailure } from "../ports.ts";
import { paidUpstream } from "./paid-service.ts";

/**
 * Tests the paid transport against real sockets: a request reported as never sent is sent again, so that must be
 * certain.
 */
const open: Server[] = [];
const sockets = new Set<Socket>();
afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await Promise.all(open.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

async function listen(onConnection: (socket: Socket) => void, as?: tls.TlsOptions): Promise<string> {
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
  };
  const handle = (socket: Socket) => {
    keep(socket);
    onConnection(socket);
  };
  const server = as === undefined ? createServer(handle) : tls.createServer(as, handle);
  if (as !== undefined) server.on("connection", keep).on("tlsClientError", () => undefined);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("not listening");
  return `${as === undefined ? "http" : "https"}://127.0.0.1:${address.port}`;
}

let keys = 0;
function ask(upstream: string, body?: string, signal = new AbortController().signal): Promise<PaidAnswer> {
  const call: PaidCall = {
    ...{ upstream, keyId: `paid-${++keys}`, key: "hk_x", idempotencyKey: "hrk_1", accept: "application/json" },
    ...(body === undefined
      ? { method: "GET", target: "/v1/documents/D1/content", body: undefined }
      : { method: "POST", target: "/v1/search/documents", body }),
  };
  return paidUpstream(testService()).send(call, signal);
}

/** Whether the failure says that the request may have reached the service. */
async function wasSent(work: Promise<unknown>): Promise<boolean> {
  const failure: unknown = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (failure instanceof SendFailure) return failure.sent;
  throw new Error(`no failure to send: ${String(failure)}`);
}

async function bytesOf(answer: PaidAnswer): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of answer.body) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Calls back with each request's head as soon as it is complete. */
function onRequest(socket: Socket, answer: (head: string) => void): void {
  let text = "";
  socket.on("data", (chunk) => {
    text += String(chunk);
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) return;
    answer(text.slice(0, end));
    text = "";
  });
}

const whole = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}";

describe("requests that were never sent, which may be repeated with any service", () => {
  test("a connection that is refused", async () => {
    const url = await listen(() => undefined);
    await new Promise((resolve) => open.pop()?.close(resolve));
    expect(await wasSent(ask(url))).toBe(false);
  });

  test("an unknown host name", async () => {
    expect(await wasSent(ask("http://no-such-service.invalid"))).toBe(false);
  });

  test("a server without TLS", async () => {
    const url = await listen((socket) => void socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    expect(await wasSent(ask(url.replace("http:", "https:")))).toBe(false);
  });

  test("a reset during the TLS handshake, although its code is that of any reset", async () => {
    const url = await listen((socket) => void socket.once("data", () => socket.resetAndDestroy()));
    expect(await wasSent(ask(url.replace("http:", "https:")))).toBe(false);
  });

  test("an untrusted certificate: no byte of the request is sent to that server", async () => {
    let heard = 0;
    const url = await listen((socket) => void socket.on("data", () => heard++), selfSigned());
    expect(await wasSent(ask(url))).toBe(false);
    expect(heard).toBe(0);
  });
});

describe("requests that may have arrived: their outcome is ambiguous, and they never count as unsent", () => {
  test("a reset after the whole request was read", async () => {
    const url = await listen((socket) => onRequest(socket, () => socket.resetAndDestroy()));
    expect(await wasSent(ask(url))).toBe(true);
    expect(await wasSent(ask(url, "{}"))).toBe(true);
  });

  test("a reset after the whole request was read over TLS", async () => {
    const own = selfSigned();
    const trusted = tls.getCACertificates("default");
    tls.setDefaultCACertificates([...trusted, own.cert]);
    try {
      const url = await listen((socket) => onRequest(socket, () => socket.destroy()), own);
      expect(await wasSent(ask(url))).toBe(true);
    } finally {
      tls.setDefaultCACertificates(trusted);
    }
  });

  test("a reset in the middle of a request", async () => {
    const url = await listen((socket) => {
      socket.once("data", () => {
        socket.pause();
        socket.resetAndDestroy();
      });
    });
    expect(await wasSent(ask(url, JSON.stringify({ query: "x".repeat(16_000_000) })))).toBe(true);
  });

  test("a connection that ends without an answer, or within its head", async () => {
    for (const said of ["", "HTTP/1.1 200 OK\r\ncontent-le"]) {
      const url = await listen((socket) => onRequest(socket, () => socket.end(said)));
      expect(await wasSent(ask(url))).toBe(true);
    }
  });

  test("an answer that isn't HTTP", async () => {
    const url = await listen((socket) => onRequest(socket, () => socket.end("SSH-2.0-OpenSSH_9.6\r\n")));
    expect(await wasSent(ask(url))).toBe(true);
  });

  test("a call that the app gave up while the service worked on it", async () => {
    const giveUp = new AbortController();
    const url = await listen((socket) => onRequest(socket, () => giveUp.abort()));
    expect(await wasSent(ask(url, undefined, giveUp.signal))).toBe(true);
  });
});

describe("answers", () => {
  test.each([
    ["shorter than its length", "content-length: 100\r\n\r\nhalf"],
    ["without its last chunk", "transfer-encoding: chunked\r\n\r\n4\r\nhalf\r\n"],
  ])("a body %s breaks off, and never counts as complete", async (_name, rest) => {
    const url = await listen((socket) => onRequest(socket, () => socket.end(`HTTP/1.1 200 OK\r\n${rest}`)));
    const answer = await ask(url);
    expect(answer.status).toBe(200);
    await expect(bytesOf(answer)).rejects.toThrow();
  });

  test("a body that is reset half-way breaks off", async () => {
    const url = await listen((socket) => {
      onRequest(socket, () => {
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf");
        setImmediate(() => socket.resetAndDestroy());
      });
    });
    const reading = ask(url).then(bytesOf);
    await expect(reading).rejects.toThrow();
  });

  test("a connection that the service closed while it was idle is not used again: the next call is sent once", async () => {
    const heard: string[] = [];
    let closed = Promise.resolve();
    const url = await listen((socket) => {
      onRequest(socket, (head) => {
        heard.push(head);
        closed = new Promise((resolve) => socket.once("close", () => resolve()));
        socket.write(whole, () => setImmediate(() => socket.end()));
      });
    });
    for (let call = 0; call < 3; call++) {
      expect(String(await bytesOf(await ask(url)))).toBe("{}");
      await closed;
    }
    expect(heard).toHaveLength(3);
  });

  test("a body compressed without being asked is decompressed; one that only claims to be is taken as received", async () => {
    const text = "本文".repeat(5_000);
    const bodies = [
      ["gzip", gzipSync(text)],
      ["deflate", deflateSync(text)],
      ["gzip", Buffer.from(text)],
      ["identity", Buffer.from(text)],
    ] as const;
    for (const [encoding, body] of bodies) {
      const url = await listen((socket) => {
        onRequest(socket, (head) => {
          expect(head.toLowerCase()).toContain("accept-encoding: identity");
          socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: ${encoding}\r\ncontent-length: ${body.length}\r\n\r\n`);
          socket.end(body);
        });
      });
      expect(String(await bytesOf(await ask(url)))).toBe(text);
    }
  });

  test("a compressed body that breaks off never counts as complete", async () => {
    const packed = gzipSync(randomBytes(200_000));
    const half = packed.subarray(0, packed.length / 2);
    const url = await listen((socket) => {
      onRequest(socket, () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${half.length}\r\n\r\n`);
        socket.end(half);
      });
    });
    await expect(ask(url).then(bytesOf)).rejects.toThrow();
  });

  test("of a small body that decompresses to a gigabyte, no more is decompressed than is read", async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const bombs = Buffer.concat(Array.from({ length: 16 }, () => bomb));
    const url = await listen((socket) => {
      onRequest(socket, () => {
        socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bombs.length}\r\n\r\n`);
        socket.end(bombs);
      });
    });
    const answer = await ask(url);
    let read = 0;
    for await (const chunk of answer.body) {
      read += chunk.byteLength;
      if (read > 1_000_000) break;
    }
    answer.abort();
    expect(read).toBeLessThan(2_000_000);
    expect(bombs.length).toBeLessThan(2_000_000);
  });

  test("a redirect is not followed, and the key is sent nowhere else", async () => {
    const elsewhere: string[] = [];
    const other = await listen((socket) => onRequest(socket, (head) => elsewhere.push(head)));
    const url = await listen((socket) => {
      onRequest(socket, () => socket.end(`HTTP/1.1 302 Found\r\nlocation: ${other}\r\ncontent-length: 0\r\n\r\n`));
    });
    expect((await ask(url)).status).toBe(302);
    expect(elsewhere).toEqual([]);
  });
});
