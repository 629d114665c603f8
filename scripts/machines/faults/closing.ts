import { setTimeout as pause } from "node:timers/promises";
import type { Machines } from "../machines.ts";
import { type Books, driftsOf, readBooks, reservedOf } from "./books.ts";
import type { Browser } from "./browser.ts";
import { type Finding, isOpen, lookAtEnd } from "./findings.ts";
import { compareLibraries } from "./library.ts";

/** An unknown outcome is asked for again after one minute, another, and five. */
const settledWithinMs = 8 * 60_000;
const lookEveryMs = 1_000;

interface Work {
  readonly browsers: ReadonlyMap<string, Browser>;
  readonly outcomes: readonly { readonly answered: readonly string[]; readonly refused: readonly string[] }[];
}

/** When nobody works any more: waits for every outcome, and compares everything with everything. */
export async function closing(machines: Machines, { browsers, outcomes }: Work) {
  const books = await settled(machines);
  const findings: Finding[] = [];
  const atMs = Date.now();
  const broken = (what: string) => void findings.push({ kind: "broken", what, atMs });
  for (const what of (await driftsOf(machines)) ?? ["the database can't be read at the end"]) broken(what);
  const reserved = await reservedOf(machines);
  if (reserved > 0) broken(`${reserved} credits are still reserved`);
  const charged = new Set(books.charges.map(({ idempotency_key: key }) => key));
  for (const { answered, refused } of outcomes) {
    for (const key of answered.filter((each) => !charged.has(each))) broken(`${key} was answered and not charged`);
    for (const key of refused.filter((each) => charged.has(each))) broken(`${key} was refused and charged`);
  }
  const compared = await compareLibraries(books, { browsers, apiUrl: machines.apiUrl });
  const after = await readBooks(machines);
  // Read only now: what was stored last is looked at for the first time meanwhile.
  findings.push(...lookAtEnd(after ?? books, new Set(browsers.keys())));
  if (after?.charges.length !== books.charges.length) broken("asking again for what was bought was charged");
  return { findings: [...findings, ...compared.findings], compared: compared.compared, charges: books.charges.length };
}

async function settled(machines: Machines): Promise<Books> {
  const endsAt = performance.now() + settledWithinMs;
  for (;;) {
    const books = await readBooks(machines);
    const isSettled = books !== undefined && !books.intents.some(isOpen) && (await reservedOf(machines)) === 0;
    if (books !== undefined && (isSettled || performance.now() > endsAt)) return books;
    if (performance.now() > endsAt) throw new Error("the books can't be read at the end");
    await pause(lookEveryMs);
  }
}
