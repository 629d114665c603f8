import { once } from "node:events";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { boughtDocument, visitsOf } from "../e2e/bought.ts";
import { makePrograms, type Programs } from "../e2e/programs.ts";
import { freePort } from "./wait-for-program.ts";
import { type Outcome, type ReaderTotals, summary } from "./soak-readers-figures.ts";

/**
 * Readers over HTTP for a while, with a restart of the web app in the middle:
 *
 *   npm run soak:readers -- --readers 200 --minutes 10 --seconds-min 10 --seconds-max 20
 *
 * Wants what `npm start` has built. Ends with one line of JSON; exits 0 only if no page failed, beside the connections
 * refused while the web app was down, and it was back within 10 s.
 */
const { values } = parseArgs({
  options: {
    readers: { type: "string", default: "200" },
    minutes: { type: "string", default: "10" },
    keys: { type: "string", default: "8" },
    "seconds-min": { type: "string", default: "10" },
    "seconds-max": { type: "string", default: "20" },
    "heap-mb": { type: "string", default: "512" },
  },
});
const readers = Number(values.readers);
const lengthMs = Number(values.minutes) * 60_000;
const keyCount = Number(values.keys);
const pauseMs = [Number(values["seconds-min"]) * 1000, Number(values["seconds-max"]) * 1000] as const;
const readersPerSession = 5;
const pageTimeoutMs = 30_000;
const sampleEveryMs = 5_000;
const downMaxMs = 10_000;
if (![readers, lengthMs, keyCount, ...pauseMs, Number(values["heap-mb"])].every((each) => each > 0)) {
  process.stderr.write("soak: every option takes a number above 0\n");
  process.exit(2);
}

const metricsPort = await freePort();
const programs = await makePrograms({ webEnv: { HIRAKU_WEB_METRICS_PORT: String(metricsPort) } });
process.exitCode = 1;
try {
  await programs.startService();
  await startWeb();
  const totals = await run(programs);
  process.stdout.write(`${JSON.stringify(totals)}\n`);
  if (totals.errors === 0 && totals.downMs <= downMaxMs) process.exitCode = 0;
} finally {
  await programs.stop();
}

function startWeb(): Promise<void> {
  return programs.startWeb([`--max-old-space-size=${values["heap-mb"]}`]);
}

async function run({ webUrl, makeKey, signIn }: Programs): Promise<ReaderTotals> {
  const visitors: { readonly cookie: string; readonly pages: readonly string[] }[] = [];
  const keys = Array.from({ length: keyCount }, () => makeKey());
  for (let at = 0; at < Math.ceil(readers / readersPerSession); at++) {
    const cookie = await signIn(keys[at % keys.length]);
    const pages = visitsOf(await boughtDocument(webUrl, cookie)).filter((page) => page !== "/sign-in");
    visitors.push({ cookie, pages });
  }
  const endsAt = performance.now() + lengthMs;
  const outcomes: Outcome[] = [];
  const down = { from: Number.POSITIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  const samples = sampleMemory(endsAt);
  const readersDone = Array.from({ length: readers }, async (_, at) => {
    const visitor = visitors[Math.floor(at / readersPerSession)];
    if (visitor === undefined) return;
    // Spread over time from the start.
    await sleep(Math.random() * pauseMs[1]);
    while (performance.now() < endsAt) {
      const page = visitor.pages[Math.floor(Math.random() * visitor.pages.length)] ?? "/";
      outcomes.push(await visit(webUrl + page, visitor.cookie));
      await sleep(pauseMs[0] + Math.random() * (pauseMs[1] - pauseMs[0]));
    }
  });
  await sleep(lengthMs / 2);
  down.from = performance.now();
  const web = programs.web();
  const ended = once(web, "exit");
  web.kill("SIGTERM");
  await ended;
  await startWeb();
  down.to = performance.now();
  process.stderr.write(`restarted within ${Math.round(down.to - down.from)} ms\n`);
  await Promise.all(readersDone);
  return summary({ outcomes, down, memory: await samples, readers, load: loadavg()[0] ?? 0 });
}

async function visit(url: string, cookie: string): Promise<Outcome> {
  const startedAt = performance.now();
  let result = "";
  try {
    const headers = { cookie, "sec-fetch-dest": "document" };
    const answer = await fetch(url, { headers, redirect: "manual", signal: AbortSignal.timeout(pageTimeoutMs) });
    await answer.arrayBuffer();
    result = String(answer.status);
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    result = code === "" ? (error instanceof Error ? error.name : "unknown") : code;
  }
  const endedAt = performance.now();
  if (result !== "200") process.stderr.write(`${result} ${new URL(url).pathname}\n`);
  return { startedAt, tookMs: endedAt - startedAt, result };
}

async function sampleMemory(endsAt: number) {
  const samples: { readonly atMs: number; readonly rssBytes: number; readonly heapBytes: number }[] = [];
  while (performance.now() < endsAt) {
    const text = await fetch(`http://127.0.0.1:${metricsPort}/metrics`)
      .then((answer) => answer.text())
      .catch(() => "");
    const heapBytes = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN);
    const rssBytes = rssOf(programs.web().pid);
    if (Number.isFinite(heapBytes) && rssBytes > 0) samples.push({ atMs: performance.now(), rssBytes, heapBytes });
    await sleep(sampleEveryMs);
  }
  return samples;
}

function rssOf(pid: number | undefined): number {
  try {
    return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
