import { z } from "zod";
import { readConfig } from "../service/config.ts";
import type { Clock } from "../service/ingest/clock.ts";
import { runWatch } from "../service/ingest/watch/run-watch.ts";

/**
 * The loop of `hiraku ingest watch` by another clock: `soak-week.ts` gives the time and lets it pass, so that a sleep
 * takes no longer than an answer. Everything else is real.
 */
const Task = z.object({ clockUrl: z.string(), env: z.record(z.string(), z.string()) });
const { clockUrl, env } = Task.parse(JSON.parse(process.argv[2] ?? "null"));

let toldMs = 0;
let heardMs = 0;

async function pass(ms: number): Promise<void> {
  const answer = await fetch(`${clockUrl}/?ms=${Math.ceil(ms)}`);
  toldMs = Number(await answer.text());
  heardMs = performance.now();
}

const clock: Clock = {
  now: () => Math.floor(toldMs + (performance.now() - heardMs)),
  async sleep(ms, signal) {
    if (!signal.aborted) await pass(Math.max(0, ms)).catch(() => undefined);
  },
};

const abort = new AbortController();
process.on("SIGTERM", () => abort.abort());
await pass(0);
await runWatch({
  config: readConfig(env),
  clock,
  log: {
    event: () => undefined,
    failure: (name, error) => void process.stderr.write(`${name}: ${error instanceof Error ? error.message : error}\n`),
  },
  signal: abort.signal,
});
