/** bench: 100 readers at once, each with a page every 2 to 5 s: how long their pages take, and the programs' memory. */
import { loadavg } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { summary } from "../scripts/soak-readers-figures.ts";
import { read } from "../scripts/soak-readers-load.ts";
import { startBuild } from "./web/data.ts";
import { atMost, quick, reportWithoutGoal } from "./web/figures.ts";
import { cookieOf, memoryMbOf } from "./web/running-app.ts";

const app = await startBuild();
const memory = (when: string) => {
  for (const [name, id] of [
    ["web app", app.webProcessId()],
    ["service", app.serviceProcessId()],
  ] as const)
    reportWithoutGoal(`${name}, memory ${when}, MB`, [memoryMbOf(id)]);
};
// The programs give back the memory of their start after ten seconds without a request.
await delay(20_000);
memory("at rest");
const names = ["desk", "issuer", "documents", "document", "section", "search", "news", "library", "ledger"];
const visitor = { cookie: cookieOf(app.session), pages: names.map((name) => app.address(name).slice(app.url.length)) };
const visitors = Array.from({ length: 20 }, () => visitor);
const load = { webUrl: app.url, readers: 100, pauseMs: [2_000, 5_000] as const };
// Compiles what pages run, which is no reader's wait.
await read({ ...load, lengthMs: 30_000 }, visitors);
const rounds = [];
for (let round = 0; round < (quick ? 2 : 3); round++) {
  const outcomes = await read({ ...load, lengthMs: quick ? 20_000 : 60_000 }, visitors);
  rounds.push(summary({ outcomes, down: undefined, memory: [], readers: load.readers, load: loadavg()[0] ?? 0 }));
}
memory("with 100 readers");
reportWithoutGoal(
  "half of the pages take at most, ms",
  rounds.map(({ p50Ms }) => p50Ms),
);
atMost(
  "95 of 100 pages take at most, ms",
  rounds.map(({ p95Ms }) => p95Ms),
  500,
);
atMost(
  "pages that failed",
  rounds.map(({ errors, refusals }) => errors + refusals),
  0,
);
await app.stop();
