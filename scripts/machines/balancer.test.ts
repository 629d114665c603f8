import { once } from "node:events";
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { freePort } from "../wait-for-program.ts";
import { type Balancer, balance } from "./balancer.ts";

interface Seen {
  readonly method: string;
  readonly body: string;
  readonly headers: IncomingHttpHeaders;
}

/** A program behind the proxy; what it does with each request is written down. */
async function behind(answer: (response: ServerResponse, seen: Seen) => void) {
  const seen: Seen[] = [];
  const take = async (incoming: IncomingMessage, response: ServerResponse) => {
    const one = { method: incoming.method ?? "", body: await text(incoming), headers: incoming.headers };
    seen.push(one);
    answer(response, one);
  };
  const server: Server = createServer((incoming, response) => void take(incoming, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { seen, server, port: typeof address === "object" && address !== null ? address.port : 0 };
}

async function inFront(targets: readonly number[], getsAreFree = true): Promise<Balancer> {
  const balancer = await balance({ port: 0, targets, getsAreFree });
  onTestFinished(() => balancer.close());
  return balancer;
}

const ask = (balancer: Balancer, init: RequestInit = {}) => fetch(`http://127.0.0.1:${balancer.port}/here?a=1`, init);

describe("the reverse proxy of the machines", () => {
  test("asks in turn, and passes over one that refuses the connection, also with a body", async () => {
    const [first, second] = [await behind((to) => to.end("a")), await behind((to) => to.end("b"))];
    const both = await inFront([first.port, second.port]);
    expect([await (await ask(both)).text(), await (await ask(both)).text()].sort()).toEqual(["a", "b"]);

    const one = await inFront([await freePort(), second.port]);
    for (let at = 0; at < 4; at++) {
      const answer = await ask(one, { method: "POST", body: `confirmed ${at}` });
      expect(await answer.text()).toBe("b");
    }
    expect(second.seen.filter(({ method }) => method === "POST").map(({ body }) => body)).toEqual(
      [0, 1, 2, 3].map((at) => `confirmed ${at}`),
    );
  });

  test("asks one that is not ready only where no other answers", async () => {
    let isReady = false;
    const starts = await behind((to, { method }) =>
      to.writeHead(method === "GET" && !isReady ? 503 : 200).end("starts"),
    );
    const runs = await behind((to) => to.end("runs"));
    const balancer = await balance({
      ...{ port: 0, targets: [starts.port, runs.port], getsAreFree: false, readyPath: "/ready" },
    });
    onTestFinished(() => balancer.close());
    const four = async () => {
      const answers = await Promise.all([0, 1, 2, 3].map(() => ask(balancer, { method: "POST", body: "a" })));
      return new Set(await Promise.all(answers.map((answer) => answer.text())));
    };
    await expect.poll(() => runs.seen.length * starts.seen.length).toBeGreaterThan(0);
    expect(await four()).toEqual(new Set(["runs"]));
    isReady = true;
    await expect.poll(four).toEqual(new Set(["starts", "runs"]));
  });

  test("sends nothing again that was sent: a program that dies with a request in hand is answered for with 502", async () => {
    const dies = await behind((to) => to.destroy());
    const lives = await behind((to) => to.end("never asked"));
    const free = await inFront([dies.port, lives.port]);
    expect((await ask(free, { method: "POST", body: "confirmed" })).status).toBe(502);
    const paid = await inFront([dies.port, lives.port], false);
    expect((await ask(paid)).status).toBe(502);
    expect(dies.seen).toHaveLength(2);
    expect(lives.seen).toHaveLength(0);
  });

  test("asks again where a kept connection was closed meanwhile, for what is free alone", async () => {
    const quick = await behind((to) => to.end("here"));
    const free = await inFront([quick.port]);
    expect(await (await ask(free)).text()).toBe("here");
    // The program ends the connection at the moment in which the next request is sent.
    quick.server.once("request", (incoming) => incoming.socket.destroy());
    expect(await (await ask(free)).text()).toBe("here");
    const asked = quick.seen.length;
    const paid = await inFront([quick.port], false);
    expect((await ask(paid)).status).toBe(200);
    quick.server.once("request", (incoming) => incoming.socket.destroy());
    expect((await ask(paid)).status).toBe(502);
    expect(quick.seen).toHaveLength(asked + 2);
  });

  test("tells the caller's own address, and nothing that the caller claims", async () => {
    const program = await behind((to) => to.setHeader("Set-Cookie", ["a=1", "b=2"]).end());
    const balancer = await inFront([program.port]);
    const claims = { "x-forwarded-for": "203.0.113.7", "x-forwarded-proto": "https", forwarded: "for=203.0.113.7" };
    const answer = await ask(balancer, { headers: claims });
    expect(answer.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
    expect(program.seen[0]?.headers).toMatchObject({
      host: `127.0.0.1:${balancer.port}`,
      "x-forwarded-for": "127.0.0.1",
      "x-forwarded-proto": "http",
      "x-forwarded-host": `127.0.0.1:${balancer.port}`,
    });
    expect(program.seen[0]?.headers["forwarded"]).toBeUndefined();
  });

  test("passes pieces on as they come, and tells a program that its caller has gone", async () => {
    const responses: ServerResponse[] = [];
    const program = await behind((to) => {
      responses.push(to);
      to.write("first");
    });
    const balancer = await inFront([program.port]);
    const out = request({ host: "127.0.0.1", port: balancer.port, method: "POST" }).end("body");
    const [incoming] = await once(out, "response");
    const [piece] = await once(incoming, "data");
    expect(String(piece)).toBe("first");
    const gone = once(responses[0] ?? out, "close");
    out.destroy();
    await gone;
    expect(responses[0]?.writableFinished).toBe(false);

    const silent = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void silent.close());
    await once(silent, "listening");
    const address = silent.address();
    const waiting = await inFront([typeof address === "object" && address !== null ? address.port : 0]);
    const unanswered = request({ host: "127.0.0.1", port: waiting.port }).on("error", () => {});
    unanswered.end();
    const [asked] = await once(silent, "request");
    const left = once(asked.socket, "close");
    unanswered.destroy();
    await left;
  });

  test("answers 502 where nobody is behind it, and lets its port go when it is closed", async () => {
    const balancer = await balance({ port: 0, targets: [await freePort()], getsAreFree: true });
    expect((await ask(balancer)).status).toBe(502);
    await balancer.close();
    const [error] = await once(connect(balancer.port, "127.0.0.1"), "error");
    expect(error).toMatchObject({ code: "ECONNREFUSED" });
  });
});
