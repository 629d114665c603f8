import { once } from "node:events";
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { makePrograms } from "../e2e/programs.ts";
import { type ReaderTotals, summary } from "./soak-readers-figures.ts";
import { prepareReaders, sleep } from "./soak-readers-load.ts";
import { freePort } from "./wait-for-program.ts";

/**
 * Readers over HTTP for a while, with a restart of the web app in the middle:
 *
 *   npm run soak -- readers --readers 200 --minutes 10 --seconds-min 10 --seconds-max 20
 *
 * Wants what `npm start` has built. Ends with one line of JSON; exits 0 only if no page failed, beside the connections
 * refused while the web app was down, and it was back within 10 s. `--at URL --key KEY` (as often as there are keys)
 * reads at programs that run already, and restarts nothing.
 */
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    readers: { type: "string", default: "200" },
    minutes: { type: "string", default: "10" },
    keys: { type: "string", default: "8" },
    "seconds-min": { type: "string", default: "10" },
    "seconds-max": { type: "string", default: "20" },
    "heap-mb": { type: "string", default: "512" },
    at: { type: "string" },
    key: { type: "string", multiple: true, default: [] },
  },
});
const readers = Number(values.readers);
const lengthMs = Number(values.minutes) * 60_000;
const keyCount = Number(values.keys);
const pauseMs = [Number(values["seconds-min"]) * 1000, Number(values["seconds-max"]) * 1000] as const;
const sampleEveryMs = 5_000;
const downMaxMs = 10_000;
if (![readers, lengthMs, keyCount, ...pauseMs, Number(values["heap-mb"])].every((each) => each > 0)) {
  process.stderr.write("soak: every option takes a number above 0\n");
  process.exit(2);
}

const load = { readers, lengthMs, pauseMs };
if (values.at === undefined) await readOwn();
else await readAt(values.at.replace(/\/+$/, ""), values.key);

function report(totals: ReaderTotals): void {
  process.stdout.write(`${JSON.stringify(totals)}\n`);
  process.exitCode = totals.errors === 0 && totals.downMs <= downMaxMs ? 0 : 1;
}

/** Programs of others: nothing of them is restarted or looked into. */
async function readAt(webUrl: string, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) {
    process.stderr.write("soak: --at needs a --key, or several\n");
    process.exit(2);
  }
  const outcomes = await (await prepareReaders({ ...load, webUrl, keys })).run();
  report(summary({ outcomes, down: undefined, memory: [], readers, load: loadavg()[0] ?? 0 }));
}

async function readOwn(): Promise<void> {
  const metricsPort = await freePort();
  const programs = await makePrograms({ webEnv: { HIRAKU_WEB_METRICS_PORT: String(metricsPort) } });
  const startWeb = () => programs.startWeb([`--max-old-space-size=${values["heap-mb"]}`]);
  process.exitCode = 1;
  try {
    await programs.startService();
    await startWeb();
    const keys = Array.from({ length: keyCount }, () => programs.makeKey());
    const prepared = await prepareReaders({ ...load, webUrl: programs.webUrl, keys });
    const samples = sampleMemory({ endsAt: performance.now() + lengthMs, metricsPort, pid: () => programs.web().pid });
    const reading = prepared.run();
    await sleep(lengthMs / 2);
    const from = performance.now();
    const web = programs.web();
    const ended = once(web, "exit");
    web.kill("SIGTERM");
    await ended;
    await startWeb();
    const down = { from, to: performance.now() };
    process.stderr.write(`restarted within ${Math.round(down.to - down.from)} ms\n`);
    const outcomes = await reading;
    report(summary({ outcomes, down, memory: await samples, readers, load: loadavg()[0] ?? 0 }));
  } finally {
    await programs.stop();
  }
}

async function sampleMemory(of: {
  readonly endsAt: number;
  readonly metricsPort: number;
  readonly pid: () => number | undefined;
}) {
  const samples: { readonly atMs: number; readonly rssBytes: number; readonly heapBytes: number }[] = [];
  while (performance.now() < of.endsAt) {
    const text = await fetch(`http://127.0.0.1:${of.metricsPort}/metrics`)
      .then((answer) => answer.text())
      .catch(() => "");
    const heapBytes = Number(/^nodejs_heap_size_used_bytes (\S+)/m.exec(text)?.[1] ?? Number.NaN);
    const rssBytes = rssOf(of.pid());
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
