import { setTimeout as pause } from "node:timers/promises";
import { query } from "../engines.ts";
import type { Machines } from "../machines.ts";
import { type Fault, faults, killing, rolling } from "./faults.ts";

const besideMs = 60_000;

/**
 * A rolling upgrade: the first service and the first web app become the newer build; both versions work beside each
 * other and are killed; the newer ones go back, where the store lets an older one start, and on; then the rest follows.
 */
export function upgradeSteps(older: string, newer: string, rounds: number): Fault[] {
  let before = "";
  const [firstOnes, others] = [of(0, 1), of(1)];
  const back = async (machines: Machines) => (await stepsOf(machines)) === before;
  const killed = Array.from({ length: rounds }, () => [
    killing("a newer program killed beside older ones", firstOnes),
    { ...killing("an older program killed beside newer ones", others), isPossible: back },
    ...faults.filter(({ name }) => name.startsWith("the database crashed")),
  ]);
  const upgraded = rolling("the first service and web app upgraded", firstOnes, newer);
  return [
    {
      ...upgraded,
      async isPossible(machines) {
        before = await stepsOf(machines);
        return true;
      },
    },
    beside,
    ...killed.flat(),
    { ...rolling("the first service and web app rolled back", firstOnes, older), isPossible: back },
    rolling("the first service and web app upgraded again", firstOnes, newer),
    rolling("the others upgraded", others, newer),
    killing("an upgraded program killed", of(0)),
  ];
}

const beside: Fault = {
  name: "both versions beside each other for a minute",
  isSilent: true,
  isPossible: () => true,
  async run() {
    await pause(besideMs);
    return [];
  },
};

const of =
  (from: number, to?: number) =>
  ({ services, webs }: Machines) => [...services.slice(from, to), ...webs.slice(from, to)];

/** The migrations of both stores; an older program refuses to start on more than it knows. */
async function stepsOf({ databaseUrl, webDatabaseUrl }: Machines): Promise<string> {
  const service = await query(databaseUrl, "select id from migrations order by id");
  const web = await query(webDatabaseUrl, "select id from web_migrations order by id");
  return JSON.stringify([service, web]);
}
