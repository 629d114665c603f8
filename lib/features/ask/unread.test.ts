import { afterAll, expect, test } from "vitest";
import { openTextReader } from "../../kit/long-texts/reader.ts";
import { TextRefused } from "../../kit/long-texts/refusal.ts";
import { Texts } from "../../kit/long-texts/texts.ts";
import { PoolBusyError } from "../../kit/workers/errors.ts";
import { readQuestion } from "../../text/passages/read-question.ts";
import { sectionTree } from "../../text/toc/section-tree.ts";
import { evidenceOf } from "./evidence.ts";
import type { ReadSection } from "./read-section.ts";
import { leftOut } from "./not-looked-at.ts";
import { samplePlan } from "./testing/sample-answer.ts";

const thread = openTextReader();
afterAll(() => thread.close());

const question = readQuestion("為替相場の変動のリスクは何ですか");
const tree = sectionTree([
  { section_id: "risk", title: "事業等のリスク", level: 1, parent_section_id: null, character_count: 200 },
  { section_id: "long", title: "その他", level: 1, parent_section_id: null, character_count: 200_000 },
]);
function section(id: string, text: string): ReadSection {
  const node = tree.byId.get(id);
  if (node === undefined) throw new Error(`no section ${id}`);
  return { documentId: "D1", securityCode: null, periodEnd: null, node, text };
}
const risk = section("risk", "為替相場の変動のリスクにより、当社グループの業績は影響を受ける可能性があります。");
const long = section("long", "当社は製品を製造しています。".repeat(2_000));

test("what a thread finds in long texts is what is found here", async () => {
  const inThread = await evidenceOf(new Texts(thread), { question, issuers: [], facts: [] }, [risk, long]);
  expect(inThread.passages.map(({ section: { node } }) => node)).toContain(risk.node);
  expect(inThread).toMatchObject({ holds: true, unread: [] });
});

test.each([
  ["can't be read within its time", new TextRefused()],
  ["waits behind too many others", new PoolBusyError(1_000)],
])("a text that %s is left out and named, and the others are read", async (_, refusal) => {
  const texts = new Texts({ ...thread, find: () => Promise.reject(refusal) });
  const evidence = await evidenceOf(texts, { question, issuers: [], facts: [] }, [long, risk]);
  expect(evidence.holds).toBe(true);
  expect(evidence.unread).toEqual([long]);
  expect(leftOut(samplePlan, evidence.unread)).toMatchObject([
    { document_id: "D1", sections: [{ section_id: "long", title: "その他" }], credits: 0 },
  ]);
});
