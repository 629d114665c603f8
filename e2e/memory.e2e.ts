import { expect, test } from "@playwright/test";
import { type BoughtDocument, boughtDocument, visitsOf } from "./bought.ts";
import { type Alive, connectInspector } from "./inspected.ts";
import { makePrograms } from "./programs.ts";

const full = process.env["HIRAKU_E2E"] === "full";
/** 500 visits of each kind in the full run; a leak of a request shows with far fewer. */
const visits = full ? 500 : 12;
const atOnce = 4;
const warmUpVisits = 4;
/**
 * Connections that are kept open hold the last request that they carried, and a busy machine opens more of them: some
 * two dozen in the end, however many pages are asked for. A leak holds each visit of each round.
 */
const newlyHeldMax = visits / 2;
const heldInTheEndMax = full ? 2 * visits : 48;
const roundsMax = 4;
/** Memory that grows legitimately: compiled code and bounded caches. The data of all pages is ten times as much. */
const heapGrowthMaxBytes = (full ? 16 : 8) * 1024 * 1024;

test.describe.configure({ mode: "serial" });

/** By how many the kind grew that grew most. */
function moreAlive(before: Alive, now: Alive): number {
  return Math.max(now.ServerResponse - before.ServerResponse, now.IncomingMessage - before.IncomingMessage);
}

test("nothing of a request outlives it on the server, whatever page was asked for", async () => {
  test.setTimeout(full ? 900_000 : 300_000);
  const programs = await makePrograms();
  try {
    await programs.startService();
    await programs.startWeb(["--inspect=127.0.0.1:0", "--max-old-space-size=192"]);
    const cookie = await programs.signIn();
    const bought: BoughtDocument = await boughtDocument(programs.webUrl, cookie);
    const heap = await connectInspector(programs.webSaid());
    const visit = async (address: string) => {
      const answer = await fetch(programs.webUrl + address, { headers: { cookie, "sec-fetch-dest": "document" } });
      await answer.arrayBuffer();
      expect(answer.status, address).toBe(200);
    };
    const visitTimes = async (address: string, times: number) => {
      for (let done = 0; done < times; done += atOnce)
        await Promise.all(Array.from({ length: atOnce }, () => visit(address)));
    };
    const addresses = visitsOf(bought);
    for (const address of addresses) await visitTimes(address, warmUpVisits);
    const before = await heap.heapBytes();
    const atFirst = await heap.countAlive();
    let held = atFirst;
    // Counting takes seconds: the full run tells which address holds, otherwise all are counted together.
    for (const group of full ? addresses.map((each) => [each]) : [addresses]) {
      let more = newlyHeldMax;
      for (let round = 0; round < roundsMax && more >= newlyHeldMax; round++) {
        for (const address of group) await visitTimes(address, visits);
        const alive = await heap.countAlive();
        more = moreAlive(held, alive);
        held = alive;
      }
      expect(more, `requests or answers held by each ${visits} visits of ${group.join(", ")}`).toBeLessThan(
        newlyHeldMax,
      );
    }
    expect(moreAlive(atFirst, held), "requests or answers held by all pages together").toBeLessThan(heldInTheEndMax);
    const grown = (await heap.heapBytes()) - before;
    test.info().annotations.push({ type: "heap", description: `${before} bytes, then ${grown} more` });
    expect(grown).toBeLessThan(heapGrowthMaxBytes);
    heap.close();
  } finally {
    await programs.stop();
  }
});
