import { beforeEach, expect, test } from "vitest";
import { questionUnit } from "../kinds/questions.ts";
import { parseAction } from "../pricing/actions.ts";
import { simSpender } from "../simulation/app.ts";
import { ann, at, buy, restart, search, upstream } from "../testing/purchase-setup.ts";
import { foundPassages } from "./found-passages.ts";
import { storedAnswer } from "./owned.ts";

beforeEach(() => restart());

const bob = simSpender("bob", upstream);
const found = (sections: readonly string[], who = ann) => foundPassages(at.app.deps, at.app.rows, who, "D1", sections);

test("a passage that an owned answer quotes is shown at its section and at those around it, to its owner only", async () => {
  await buy(search("沿革"));
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
  await buy(search("企業"));
  await buy(search("概況"));
  const passages = await found(["s1"]);
  expect(passages.map(({ query }) => query)).toEqual(["概況"]);
});

test("an answer of before its places were noted has them once it is read again", async () => {
  await buy(search("沿革"));
  await at.store.prepare("delete from found_sections").run();
  expect(await found(["s1-2"])).toEqual([]);
  const asked = parseAction(search("沿革"));
  if (asked.kind === "search_documents") await storedAnswer(at.app.deps, at.app.rows, ann, questionUnit(asked));
  expect(await found(["s1-2"])).toHaveLength(1);
});

test("a damaged answer is passed over", async () => {
  await buy(search("沿革"));
  for (const [name, bytes] of at.disk.files) at.disk.files.set(name, Buffer.concat([bytes, Buffer.from("x")]));
  expect(await found(["s1-2"])).toEqual([]);
});
