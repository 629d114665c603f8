import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { freePort } from "../scripts/wait-for-program.ts";
import { names, startHostileService } from "./hostile/hostile-service.ts";
import { makeReader, purchases, worksOn, worksOnAll } from "./hostile/reading.ts";
import { makePrograms, type Programs } from "./programs.ts";

const full = process.env["HIRAKU_E2E"] === "full";
const characters = full ? 100_000 : 20_000;
const heldMsMax = 200;
/** Far more than pages of honest text take. */
const threadMsLeast = 2_000;

test("a web app that serves hostile owned texts never holds its event loop for longer than 200 ms", async () => {
  test.setTimeout(full ? 3_600_000 : 900_000);
  const data = mkdtempSync(path.join(os.tmpdir(), "hiraku-hostile-"));
  // There is no market to load: the service is another one.
  writeFileSync(path.join(data, "demo-key"), "hostile\n");
  const service = await startHostileService(characters);
  const watchPort = await freePort();
  const programs = await makePrograms({
    data,
    upstreamUrl: () => service.url,
    webEnv: { LOOP_WATCH_PORT: String(watchPort) },
  });
  try {
    await programs.startWeb(["--import", path.join(import.meta.dirname, "hostile", "loop-watch.ts")]);
    const reader = await makeReader(programs);
    const longest = async () => Number(await (await fetch(`http://127.0.0.1:${watchPort}`)).text());
    const held: Record<string, number> = {};
    let threadMs = 0;
    const watch = async (
      works: ReturnType<typeof worksOn>,
      of = "",
      isDone: (work: number) => boolean = () => true,
    ) => {
      for (const [number, [what, work]] of Object.entries(works).entries()) {
        if (!isDone(number)) continue;
        await work();
        held[what + of] = await longest();
        // One that took too long is replaced by another.
        threadMs = Math.max(threadMs, textThreadMs(programs));
      }
    };
    await longest();
    await watch(purchases(reader));
    // Whatever is loaded when it is first needed is loaded by an honest text.
    for (let round = 0; round < 3; round++) for (const work of Object.values(worksOn(reader, 0))) await work();
    expect(await worksOn(reader, 0)["compare"]?.()).toContain("data-redline");
    await longest();
    // Each text meets a sixth of the works, and each work a sixth of the texts; in the full run all meet.
    for (const [at, name] of names.entries())
      await watch(worksOn(reader, at), `: ${name}`, (work) => full || (work + at) % 6 === 0);
    await watch(worksOnAll(reader));
    const slowest = Object.entries(held).toSorted(([, a], [, b]) => b - a);
    const pressure = readFileSync("/proc/pressure/cpu", "utf8").split("\n")[0];
    const told = { works: slowest.length, slowest: slowest.slice(0, 12), threadMs: Math.round(threadMs), pressure };
    test.info().annotations.push({ type: "held", description: JSON.stringify(told) });
    expect(slowest.filter(([, ms]) => ms > heldMsMax)).toEqual([]);
    expect(threadMs).toBeGreaterThan(threadMsLeast);
  } finally {
    await programs.stop();
    service.close();
    rmSync(data, { recursive: true, force: true });
  }
});

/** What the thread of long texts has worked: had the built app not found it, all would have been done beside it. */
function textThreadMs({ web }: Programs): number {
  const tasks = `/proc/${web().pid}/task`;
  return readdirSync(tasks)
    .filter((task) => readFileSync(`${tasks}/${task}/comm`, "utf8") === "texts\n")
    .reduce((sum, task) => sum + Number(readFileSync(`${tasks}/${task}/schedstat`, "utf8").split(" ")[0]) / 1e6, 0);
}
