/** bench: a free call through the web app beside a minimal Hono proxy in front of the same service. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { Agent, request } from "undici";
import { freePort } from "../scripts/wait-for-program.ts";
import { benchData } from "./web/data.ts";
import { inRounds, quantile, quick, ratioAtMost, reportWithoutGoal, type Sample } from "./web/figures.ts";
import { cookieOf, signIn, startApp } from "./web/running-app.ts";

if (process.argv[2] === "--peer") servePeer(Number(process.argv[3]), String(process.argv[4]));
else await measure();

/** Its own process, like the web app: without sign-in and checks, it only relays. */
function servePeer(port: number, upstream: string): void {
  const app = new Hono();
  app.all("*", async (context) => {
    const { pathname, search } = new URL(context.req.url);
    const authorization = context.req.header("authorization") ?? "";
    const answer = await fetch(`${upstream}${pathname}${search}`, { headers: { authorization } });
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  });
  serve({ fetch: app.fetch, port, hostname: "127.0.0.1" }, () => console.log("ready"));
}

async function measure(): Promise<void> {
  const data = await benchData();
  const app = await startApp(data);
  const cookie = cookieOf(await signIn(app));
  const authorization = `Bearer ${readFileSync(path.join(data, "demo-key"), "utf8").trim()}`;
  const port = await freePort();
  const peer = spawn(process.execPath, [import.meta.filename, "--peer", String(port), app.apiUrl]);
  process.once("exit", () => peer.kill("SIGKILL"));
  await once(peer.stdout, "data");
  const target = await targetOf(app.apiUrl, authorization);

  const through = {
    app: { url: `${app.url}/api${target}`, headers: { cookie } },
    hono: { url: `http://127.0.0.1:${port}${target}`, headers: { authorization } },
    service: { url: `${app.apiUrl}${target}`, headers: { authorization } },
  };
  const figures = await inRounds("proxy", {
    app: () => callMany(through.app),
    hono: () => callMany(through.hono),
    service: () => callMany(through.service),
  });
  peer.kill("SIGTERM");
  await app.stop();
  ratioAtMost("12 kB through the app, p50 ms: Hono proxy", figures("app", "half"), figures("hono", "half"), 3);
  ratioAtMost("the same, p95 ms: Hono proxy", figures("app", "high"), figures("hono", "high"), 3);
  reportWithoutGoal("the service itself, p50 ms", figures("service", "half"));
}

/** A list of as many documents as make about 12 kB. */
async function targetOf(apiUrl: string, authorization: string): Promise<string> {
  const of = (limit: number) => `/v1/documents?timeline_since=2000-01-01&limit=${limit}`;
  const size = async (limit: number) =>
    (await (await fetch(apiUrl + of(limit), { headers: { authorization } })).arrayBuffer()).byteLength;
  const limit = Math.round(12_000 / ((await size(20)) / 20));
  console.log(`${limit} documents, ${await size(limit)} bytes`);
  return of(limit);
}

/** One call after the other over one connection, which measures a call without queueing. */
async function callMany({ url, headers }: { url: string; headers: Record<string, string> }): Promise<Sample> {
  const dispatcher = new Agent({ connections: 1 });
  const times: number[] = [];
  for (let call = 0; call < (quick ? 150 : 400); call++) {
    const began = performance.now();
    const answer = await request(url, { headers, dispatcher });
    await answer.body.arrayBuffer();
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode}`);
    times.push(performance.now() - began);
  }
  await dispatcher.close();
  return { half: quantile(times, 0.5), high: quantile(times, 0.95) };
}
