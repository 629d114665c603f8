import { setTimeout as pause } from "node:timers/promises";
import type { SeededRandom } from "../../../lib/spending/simulation/environment.ts";
import { query } from "../engines.ts";
import type { Machines } from "../machines.ts";
import type { Part } from "../part.ts";
import { paidSearch, send } from "./caller.ts";

/** One thing that goes wrong. It ends when what caused it is over: from then on the machines mend themselves. */
export interface Fault {
  readonly name: string;
  /** Nobody may see anything of it: neither an answer of 5xx nor a connection that breaks. */
  readonly isSilent?: boolean;
  isPossible(machines: Machines): boolean | Promise<boolean>;
  /** Returns what was wrong meanwhile. */
  run(at: FaultAt): Promise<readonly string[]>;
}

export interface FaultAt {
  readonly machines: Machines;
  readonly random: SeededRandom;
  /** A key of its own, for looking at the service during the fault. */
  readonly key: string;
}

const awayMs = 8_000;
/** More than a search may take. */
const slowMs = 8_000;
const anyProgram = () => true;

export const faults: readonly Fault[] = [
  killing("a service killed", ({ services }) => services),
  killing("a web app killed", ({ webs }) => webs),
  killing("an engine node killed", ({ nodes }) => nodes),
  killing("the reverse proxy killed", ({ proxy }) => [proxy]),
  {
    name: "the whole engine away",
    isPossible: ({ links }) => links.search !== undefined,
    async run(at) {
      const { search } = at.machines.links;
      await search?.close();
      const wrong = await withoutSearch(at);
      await pause(awayMs);
      await search?.open();
      return wrong;
    },
  },
  {
    name: "the engine slow",
    isPossible: ({ links }) => links.search !== undefined,
    async run(at) {
      at.machines.links.search?.slow(slowMs);
      const wrong = await withoutSearch(at);
      at.machines.links.search?.slow(0);
      return wrong;
    },
  },
  {
    name: "the database crashed in mid-purchase",
    isPossible: anyProgram,
    async run({ machines, random }) {
      await untilPurchaseRuns(machines);
      await pause(random.below(30));
      // An immediate shutdown: nothing is written out, and the next start recovers.
      await ended(machines.postgres, "SIGQUIT");
      return [];
    },
  },
  {
    name: "the files away",
    isPossible: ({ links }) => links.s3 !== undefined,
    async run({ machines }) {
      await machines.links.s3?.close();
      await pause(awayMs);
      await machines.links.s3?.open();
      return [];
    },
  },
  rolling("the web apps restarted in turn", ({ webs }) => webs),
  rolling("the services restarted in turn", ({ services }) => services),
];

export function killing(name: string, which: (machines: Machines) => readonly Part[]): Fault {
  return {
    name,
    isPossible: (machines) => which(machines).length > 0,
    async run({ machines, random }) {
      await ended(random.pick(which(machines)), "SIGKILL");
      return [];
    },
  };
}

/** As an upgrade does: each is asked to end, and the next one follows when it is there again, of that build if named. */
export function rolling(name: string, which: (machines: Machines) => readonly Part[], build?: string): Fault {
  return {
    name,
    isSilent: true,
    isPossible: (machines) => which(machines).length > 0,
    async run({ machines }) {
      for (const part of which(machines)) {
        if (build !== undefined) part.become(build);
        await ended(part, "SIGTERM");
        while (!(await part.isReady())) await pause(100);
      }
      return [];
    },
  };
}

/** Until it has ended and been started again. */
async function ended(part: Part, signal: NodeJS.Signals): Promise<void> {
  const { starts } = part;
  part.signal(signal);
  while (part.starts === starts) await pause(20);
}

/** The catalogue goes on, the service stays ready, and a paid search gets 504 and is charged nothing. */
async function withoutSearch({ machines, key, random }: FaultAt): Promise<string[]> {
  const wrong: string[] = [];
  const at = { apiUrl: machines.apiUrl, key };
  const idempotencyKey = `without-search-${random.below(2 ** 31)}`;
  const paid = send(at, paidSearch("売上高"), idempotencyKey);
  for (const path of ["/v1/documents?timeline_since=2000-01-01", "/v1/issuers/search?q=7", "/health/ready"]) {
    const answer = await send(at, { method: "GET", path });
    if (answer?.status !== 200) wrong.push(`${path} answered ${answer?.status ?? "nothing"} without the engine`);
  }
  const answer = await paid;
  const code = /"code":\s*"([a-z_]+)"/.exec(answer?.bytes.toString() ?? "")?.[1];
  if (answer?.status !== 504 || code !== "search_backend_timeout") {
    wrong.push(`a search without the engine answered ${answer?.status ?? "nothing"} ${code ?? ""}`);
  }
  const sql = `SELECT 1 FROM ledger_entries WHERE idempotency_key = '${idempotencyKey}'`;
  if ((await query(machines.databaseUrl, sql)).length > 0) wrong.push("a search without the engine was charged");
  return wrong;
}

/** Credits are set aside at this moment, so that a commit is near. */
async function untilPurchaseRuns({ databaseUrl }: Machines): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    if ((await query(databaseUrl, "SELECT 1 FROM reservations LIMIT 1")).length > 0) return;
    await pause(10);
  }
}
