import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { makePrograms } from "../../e2e/programs.ts";
import { type ReaderTotals, summary } from "../soak-readers-figures.ts";
import { prepareReaders } from "../soak-readers-load.ts";
import type { House } from "./house.ts";
import type { HouseOptions } from "./options.ts";

interface Read extends ReaderTotals {
  readonly programSeconds: number;
  readonly engineSeconds: number;
}

const keyCount = 8;
const pauseMs = [10_000, 20_000] as const;
/** The clock of the kernel counts in hundredths of a second. */
const ticksASecond = 100;

/** Readers on the house, and then as many on a single machine with SQLite; true where no page failed on either. */
export async function compareReaders(house: House, options: HouseOptions): Promise<boolean> {
  const keys: string[] = [];
  for (let at = 0; at < keyCount; at++) keys.push((await house.makeKey("reader")).key);
  const engines = [house.postgres, ...(house.s3 === undefined ? [] : [house.s3]), ...house.nodes];
  const programs = [...house.services, ...house.webs, house.proxy];
  const onHouse = await measure(options, house.webUrl, keys, {
    programs: () => programs.map(({ pid }) => pid),
    engines: () => engines.flatMap(({ pid }) => [pid, ...childrenOf(pid)]),
  });
  await house.stop();
  const single = await onSingle(options);
  process.stdout.write(`${printed(onHouse, single)}\n`);
  return onHouse.errors === 0 && single.errors === 0 && onHouse.pages > 0 && single.pages > 0;
}

async function onSingle(options: HouseOptions): Promise<Read> {
  const programs = await makePrograms();
  try {
    await programs.startService();
    await programs.startWeb();
    const keys = Array.from({ length: keyCount }, () => programs.makeKey());
    return await measure(options, programs.webUrl, keys, {
      programs: () => [programs.web().pid ?? 0, programs.service().pid ?? 0],
      engines: () => [],
    });
  } finally {
    await programs.stop();
  }
}

interface Pids {
  programs(): readonly number[];
  engines(): readonly number[];
}

async function measure(
  { readers, minutes }: HouseOptions,
  webUrl: string,
  keys: readonly string[],
  pids: Pids,
): Promise<Read> {
  const prepared = await prepareReaders({ webUrl, keys, readers, lengthMs: minutes * 60_000, pauseMs });
  const before = { programs: secondsOf(pids.programs()), engines: secondsOf(pids.engines()) };
  const outcomes = await prepared.run();
  return {
    ...summary({ outcomes, down: undefined, memory: [], readers, load: loadavg()[0] ?? 0 }),
    programSeconds: secondsOf(pids.programs()) - before.programs,
    engineSeconds: secondsOf(pids.engines()) - before.engines,
  };
}

function printed(house: Read, single: Read): string {
  const rows: readonly (readonly [string, (read: Read) => string | number])[] = [
    ["Readers", (read) => read.readers],
    ["Pages", (read) => read.pages],
    ["Errors", (read) => read.errors],
    ["Refusals meant (429)", (read) => read.refusals],
    ["p50", (read) => `${read.p50Ms} ms`],
    ["p99", (read) => `${read.p99Ms} ms`],
    ["Slowest", (read) => `${read.maxMs} ms`],
    ["Processor time a page, programs", (read) => perPage(read.programSeconds, read.pages)],
    ["Processor time a page, engines", (read) => perPage(read.engineSeconds, read.pages)],
    ["Load at the end", (read) => read.load],
  ];
  const lines = rows.map(([name, of]) => `| ${name} | ${of(house)} | ${of(single)} |`);
  return ["", "| | The house | A single machine |", "|---|---|---|", ...lines, ""].join("\n");
}

const perPage = (seconds: number, pages: number): string => `${((seconds * 1_000) / Math.max(1, pages)).toFixed(1)} ms`;

/** Of processes that have ended meanwhile nothing is known: they count as none. */
function secondsOf(pids: readonly number[]): number {
  let ticks = 0;
  for (const pid of pids) {
    // Its own and that of its children that have ended, in user mode and in the kernel.
    for (const each of statOf(pid).slice(11, 15)) ticks += Number(each);
  }
  return ticks / ticksASecond;
}

/** The fields after the program's name, which may hold spaces. */
function statOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return [];
  }
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim().split(" ").filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
