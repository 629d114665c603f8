import { setTimeout as pause } from "node:timers/promises";
import { SeededRandom } from "../../../lib/spending/simulation/environment.ts";
import type { SinglePurchase } from "../../../lib/spending/wire.ts";
import type { Machines } from "../machines.ts";
import type { MachinesOptions } from "../options.ts";
import { analyst } from "./analyst.ts";
import { driftsOf, readBooks } from "./books.ts";
import { type Browser, openBrowser } from "./browser.ts";
import { caller, paidSearch, send } from "./caller.ts";
import { closing } from "./closing.ts";
import type { Fault } from "./faults.ts";
import { type Finding, lookAt } from "./findings.ts";
import { readGoods } from "./goods.ts";
import { type FaultTime, faultRows, isBroken, printed, seconds } from "./table.ts";
import { createTally, type Tally } from "./tally.ts";

/** While one thing after the other happens. True where nothing was doubled, lost or left open. */
const lookEveryMs = 1_500;
const calmMs = 3_000;
const wholeWithinMs = 240_000;
const programs = 2;

export async function runFaults(
  machines: Machines,
  options: MachinesOptions,
  faults: readonly Fault[],
): Promise<boolean> {
  const say = (line: string) => void process.stdout.write(`${line}\n`);
  const random = new SeededRandom(options.seed);
  const tally = createTally();
  let isOver = false;
  const work = await startWork(machines, options, tally, () => isOver);
  const looks = startLooks(machines, () => isOver);
  const times: FaultTime[] = [];
  await pause(calmMs);
  for (const fault of faults) {
    const { name } = fault;
    if (!(await fault.isPossible(machines))) {
      say(`  ${name}: not possible here`);
      continue;
    }
    const fromMs = Date.now();
    const wrong = await fault.run({ machines, random, key: work.ownKey });
    for (const what of wrong) tally.broken(what);
    const mendsFrom = performance.now();
    const mended = await untilWhole(machines, work, mendsFrom);
    times.push({ name, fromMs, ...mended });
    if (fault.isSilent === true) for (const { what, atMs } of tally.failures) if (atMs >= fromMs) tally.broken(what);
    say(`  ${name}: works again after ${seconds(mended.worksAfterMs)}, whole after ${seconds(mended.wholeAfterMs)}`);
    await pause(calmMs);
  }
  isOver = true;
  say("  Waiting until every purchase has its outcome");
  const outcomes = await work.ended;
  const looked = await looks;
  const closed = await closing(machines, { browsers: work.browsers, outcomes });
  const breaks = tally.breaks.map(({ what, atMs }): Finding => ({ kind: "broken", what, atMs }));
  const findings = distinct([...looked.findings, ...closed.findings, ...breaks]);
  const rows = faultRows(times, findings);
  for (const [what, count] of Object.entries(tally.summary())) say(`  ${what}: ${count}`);
  say(`  ${closed.charges} charges, ${closed.compared} things compared byte for byte with the service's answers`);
  say(`  ${looked.count} looks at both books; seed ${options.seed}`);
  for (const { kind, what } of findings) say(`  ${kind}: ${what}`);
  say(`\n${printed(rows)}\n`);
  return !isBroken(rows) && closed.compared > 0 && looked.count > 0;
}

interface Work {
  /** By the service's id of their key. */
  readonly browsers: ReadonlyMap<string, Browser>;
  readonly ownKey: string;
  readonly ended: Promise<readonly { answered: string[]; refused: string[] }[]>;
}

/** Two browsers to each owner, so that the same thing is wanted twice at the same time. */
async function startWork(
  machines: Machines,
  options: MachinesOptions,
  tally: Tally,
  isOver: () => boolean,
): Promise<Work> {
  const { seed, analysts } = options;
  const browsers = new Map<string, Browser>();
  const each: { readonly browser: Browser; readonly taste: { latest?: SinglePurchase } }[] = [];
  while (each.length < analysts) {
    const { key, id } = await machines.makeKey("analyst");
    const browser = await openBrowser(machines.webUrl, key, tally.failed);
    browsers.set(id, browser);
    const taste = {};
    each.push({ browser, taste }, { browser: await openBrowser(machines.webUrl, key, tally.failed), taste });
  }
  const [first] = browsers.values();
  if (first === undefined) throw new Error("nobody is at work");
  const goods = await readGoods(first);
  const common = { goods, tally, isOver };
  const analystsAtWork = each
    .slice(0, analysts)
    .map((one, at) => analyst({ ...one, ...common, random: new SeededRandom(seed * 1_000 + at) }));
  const callers: Promise<{ answered: string[]; refused: string[] }>[] = [];
  for (let at = 0; at < programs; at++) {
    const { key } = await machines.makeKey("program");
    const random = new SeededRandom(seed * 1_000 + 500 + at);
    callers.push(caller({ ...common, name: `program-${seed}-${at}`, apiUrl: machines.apiUrl, key, random }));
  }
  return {
    browsers,
    ownKey: (await machines.makeKey("onlooker")).key,
    ended: Promise.all(analystsAtWork).then(() => Promise.all(callers)),
  };
}

/** Those that are wanted, as often as wanted, each round in an order of its own. */
export function inDrawnOrder({ rounds, only, seed }: MachinesOptions, faults: readonly Fault[]): Fault[] {
  const random = new SeededRandom(seed);
  const isWanted = (name: string) => only.length === 0 || only.some((words) => name.includes(words));
  const wanted = faults.filter(({ name }) => isWanted(name));
  const order: Fault[] = [];
  for (let round = 0; round < rounds; round++) {
    const left = [...wanted];
    while (left.length > 0) order.push(...left.splice(random.below(left.length), 1));
  }
  return order;
}

async function startLooks(machines: Machines, isOver: () => boolean) {
  const findings: Finding[] = [];
  let count = 0;
  while (!isOver()) {
    const drifts = await driftsOf(machines);
    const books = await readBooks(machines);
    if (drifts !== undefined && books !== undefined) {
      count += 1;
      for (const what of drifts) findings.push({ kind: "broken", what, atMs: Date.now() });
      findings.push(...lookAt(books));
    }
    await pause(lookEveryMs);
  }
  return { findings, count };
}

/** It works when a page comes and a search can be paid for; it is whole when every part is there too. */
async function untilWhole(machines: Machines, { browsers, ownKey }: Work, mendsFrom: number) {
  const endsAt = performance.now() + wholeWithinMs;
  const [browser] = browsers.values();
  let worksAfterMs: number | undefined;
  while (performance.now() < endsAt) {
    const page = await browser?.get("/library");
    const search = await send({ apiUrl: machines.apiUrl, key: ownKey }, paidSearch("配当"));
    const works = page?.status === 200 && search?.status === 200;
    if (works) worksAfterMs ??= performance.now() - mendsFrom;
    const ready = works ? await Promise.all(machines.parts.map((part) => part.isReady())) : [false];
    if (ready.every(Boolean)) return { worksAfterMs, wholeAfterMs: performance.now() - mendsFrom };
    await pause(100);
  }
  return { worksAfterMs, wholeAfterMs: undefined };
}

function distinct(findings: readonly Finding[]): Finding[] {
  return [...new Map(findings.map((each) => [`${each.kind} ${each.what}`, each])).values()];
}
