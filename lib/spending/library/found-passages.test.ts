import { beforeEach, expect, test } from "vitest";
import type { Store } from "../../store/store.ts";
import { openTestStore } from "../../store/testing/test-store.ts";
import { parseAction, questionUnit } from "../pricing/actions.ts";
import { type SimApp, simSpender, startApp } from "../simulation/app.ts";
import { drive, SeededRandom, SimClock, SimDisk } from "../simulation/environment.ts";
import { SimService } from "../simulation/service.ts";
import { foundPassages } from "./found-passages.ts";
import { storedAnswer } from "./owned.ts";

const ann = simSpender("ann", "http://service");
const bob = simSpender("bob", "http://service");
let clock: SimClock;
let disk: SimDisk;
let store: Store;
let app: SimApp;

beforeEach(() => {
  clock = new SimClock(Date.UTC(2026, 10, 21, 3));
  disk = new SimDisk();
  store = openTestStore();
  const random = new SeededRandom(7);
  const options = { idempotent: true, withBalance: true, withSizes: true, balance: 1_000, faultRate: 0 };
  app = startApp({ clock, random, disk, service: new SimService(clock, random, options), store });
});

const search = (query: string) => ({ kind: "search_documents", input: { query } }) as const;
async function ask(query: string): Promise<void> {
  const work = (async () => {
    const quote = await app.purchaseService.quote(ann, search(query));
    await app.purchaseService.confirm(ann, { token: quote.token, max_credits: quote.price.max });
  })();
  await drive(clock, work, 60_000);
  await work;
}
const found = (sections: readonly string[], who = ann) => foundPassages(app.deps, app.rows, who, "D1", sections);

test("a passage that an owned answer quotes is shown at its section and at those around it, to its owner only", async () => {
  await ask("沿革");
  expect(await found(["s1-2"])).toEqual([
    {
      sectionId: "s1-2",
      query: "沿革",
      day: "2026-11-21",
      text: "2 沿革",
      segments: [
        { text: "2 ", marked: false },
        { text: "沿革", marked: true },
      ],
      fragment: expect.stringMatching(/^#q=s1-2~~/),
    },
  ]);
  expect(await found(["s1", "s1-1", "s1-2"])).toHaveLength(1);
  expect(await found(["s1-1"])).toEqual([]);
  expect(await found(["s1-2"], bob)).toEqual([]);
});

test("the same words are shown once, from the newest answer", async () => {
  await ask("企業");
  await ask("概況");
  const passages = await found(["s1"]);
  expect(passages.map(({ query }) => query)).toEqual(["概況"]);
});

test("an answer of before its places were noted has them once it is read again", async () => {
  await ask("沿革");
  await store.prepare("delete from found_sections").run();
  expect(await found(["s1-2"])).toEqual([]);
  const asked = parseAction(search("沿革"));
  if (asked.kind === "search_documents") await storedAnswer(app.deps, app.rows, ann, questionUnit(asked));
  expect(await found(["s1-2"])).toHaveLength(1);
});

test("a damaged answer is passed over", async () => {
  await ask("沿革");
  for (const [name, bytes] of disk.files) disk.files.set(name, Buffer.concat([bytes, Buffer.from("x")]));
  expect(await found(["s1-2"])).toEqual([]);
});
