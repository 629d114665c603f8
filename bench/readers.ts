/** bench: 100 readers at once, each with a page every 2 to 5 s: how long their pages take, and the programs' memory. */
import { setTimeout as delay } from "node:timers/promises";
import { request } from "@playwright/test";
import { findMarket, pagesOf } from "../e2e/market.ts";
import { benchData } from "./web/data.ts";
import { atMost, pressure, quantile, quick, reportWithoutGoal } from "./web/figures.ts";
import { cookieOf, memoryMbOf, signIn, startApp } from "./web/running-app.ts";

const goalMs = 500;
const pauseMs = [2_000, 5_000] as const;
const lengthMs = quick ? 20_000 : 60_000;
const rounds = quick ? 2 : 3;
const names = ["desk", "issuer", "documents", "document", "section", "search", "news", "library", "ledger"];

const app = await startApp(await benchData());
const session = await signIn(app);
const api = await request.newContext({ baseURL: app.url, storageState: session });
const pages = pagesOf(await findMarket(api));
await api.dispose();
const headers = { cookie: cookieOf(session), "sec-fetch-dest": "document", accept: "text/html" };
const programs = { "web app": app.webProcessId(), service: app.serviceProcessId() };
const memory = () => Object.entries(programs).map(([name, id]) => [name, memoryMbOf(id)] as const);

await delay(5_000);
for (const [name, mb] of memory()) reportWithoutGoal(`${name}, memory 5 s after its start, MB`, [mb]);
// The programs give back the memory of their start after ten seconds without a request.
await delay(15_000);
for (const [name, mb] of memory()) reportWithoutGoal(`${name}, memory at rest, MB`, [mb]);
// Compiles what pages run, which is no reader's wait.
for (const name of names) await visit(name);
await read(50, lengthMs / 2);
for (const [name, mb] of memory()) reportWithoutGoal(`${name}, memory with 50 readers, MB`, [mb]);

const slowest: number[] = [];
const usual: number[] = [];
let count = 0;
for (let round = 0; round < rounds; round++) {
  const took = await read(100, lengthMs);
  count += took.length;
  usual.push(quantile(took, 0.5));
  slowest.push(quantile(took, 0.95));
}
console.log(`cpu pressure after ${count} pages: ${pressure()}`);
for (const [name, mb] of memory()) reportWithoutGoal(`${name}, memory with 100 readers, MB`, [mb]);
reportWithoutGoal("100 readers: half of the pages take at most, ms", usual);
atMost("100 readers: 95 of 100 pages take at most, ms", slowest, goalMs);
await delay(20_000);
for (const [name, mb] of memory()) reportWithoutGoal(`${name}, memory at rest after them, MB`, [mb]);
await app.stop();

async function read(readers: number, forMs: number): Promise<readonly number[]> {
  const endsAt = performance.now() + forMs;
  const took: number[] = [];
  const pause = ([from, to]: readonly [number, number]) => delay(from + Math.random() * (to - from));
  const reader = async () => {
    await pause([0, pauseMs[1]]);
    while (performance.now() < endsAt) {
      took.push(await visit(names[Math.floor(Math.random() * names.length)] ?? "desk"));
      await pause(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: readers }, reader));
  return took;
}

/** To the last byte of the page. */
async function visit(name: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`${app.url}${pages[name] ?? ""}`, { headers, redirect: "manual" });
  await answer.text();
  if (answer.status !== 200) throw new Error(`${name} answered ${answer.status}`);
  return performance.now() - began;
}
