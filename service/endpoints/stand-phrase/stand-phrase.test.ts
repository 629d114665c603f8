import { expect, test } from "vitest";
import type { StandingListResponse } from "../../../lib/contract/resources.ts";
import { makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { createHarness } from "../../testing/harness.ts";

const day = 24 * 3_600_000;
const today = Date.parse("2025-06-30T15:00:00+09:00");

async function open() {
  const harness = await createHarness();
  const { id, key } = await harness.newKey({ credits: 0, perMinute: 100_000, perDay: null });
  const stand = (phrase: string, as = key) => harness.client.call("standPhrase", { phrase }, { key: as });
  const list = async (input: { matched_since?: string; limit?: number; cursor?: string } = {}, as = key) =>
    (await harness.client.call("listStanding", input, { key: as })).json as StandingListResponse;
  const publish = (documentId: string, text: string, changes: Parameters<typeof makePublication>[0] = {}) =>
    harness.publisher.publishDocument(
      makePublication({
        ...{ documentId, timelineAtMs: today, fiscalPeriod: `${documentId}FY` },
        ...{ sections: [makeSection("risk", text), makeSection("other", "別の節")], ...changes },
      }),
    );
  const told = async (as = key) => (await list({}, as)).matches.map(({ document }) => String(document.document_id));
  return { harness, id, key, stand, list, publish, told };
}

test("a phrase is matched with what is published after it, folded as search folds, and costs nothing", async () => {
  const { harness, id, stand, list, publish } = await open();
  await publish("BEFORE", "財務制限条項に抵触する");
  expect((await stand("ﾘｽｸ")).status).toBe(200);
  await publish("AFTER", "事業の**リスク**と、リ\\スク");
  await publish("NOTHING", "何もない");
  const { phrases, matches, new_left_today } = await list();
  expect(phrases.map(({ phrase }) => phrase)).toEqual(["ﾘｽｸ"]);
  expect(new_left_today).toBe(4);
  expect(matches).toHaveLength(1);
  expect(matches[0]).toMatchObject({
    document: { document_id: "AFTER" },
    passages: 1,
    sections: [{ section_id: "risk", passages: 1, title: "risk" }],
  });
  expect((await harness.keyState(id)).charged).toBe(0);
});

test("a document is told once, however often it is published, changed or released", async () => {
  const { harness, stand, publish, told } = await open();
  await publish("KNOWN", "別の話");
  await stand("減損損失");
  await publish("KNOWN", "減損損失を計上");
  await publish("NEW", "減損損失を計上");
  await publish("NEW", "減損損失を計上");
  await publish("NEW", "減損損失、減損損失を計上");
  expect(await told()).toEqual(["NEW"]);
  const pending = { status: "pending_release", timelineAtMs: today - 40 * day } as const;
  await publish("LATER", "減損損失を計上", pending);
  expect(await told()).toEqual(["NEW"]);
  await harness.publisher.release("LATER");
  await harness.publisher.release("LATER");
  expect(await told()).toEqual(["LATER", "NEW"]);
});

test("old filings that are taken in late, and material that search never finds, are not told", async () => {
  const { stand, publish, told } = await open();
  await stand("減損損失");
  await publish("OLD", "減損損失を計上", { timelineAtMs: today - day });
  await publish("SLIDES", "減損損失を計上", { family: "ir_material", type: "ir_presentation" });
  expect(await told()).toEqual([]);
});

test("what is rolled back is not told", async () => {
  const { harness, stand, publish, told } = await open();
  await stand("減損損失");
  const failing = harness.publisher.batch(async (steps) => {
    await steps.publishDocument(
      makePublication({ documentId: "CUT", timelineAtMs: today, sections: [makeSection("risk", "減損損失")] }),
    );
    throw new Error("cut");
  });
  await expect(failing).rejects.toThrow("cut");
  expect(await told()).toEqual([]);
  await publish("CUT", "減損損失");
  expect(await told()).toEqual(["CUT"]);
});

test("20 stand for a key and 5 are made a day; ending one gives none of the day's back", async () => {
  const { harness, key, stand, list } = await open();
  const words = [..."甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌"].map((each) => `${each}事業`);
  for (const [at, word] of words.entries()) {
    if (at > 0 && at % 5 === 0) {
      const refused = await stand(word);
      expect(refused.code).toBe("standing_limit_reached");
      expect(refused.headers.get("Retry-After") === null).toBe(at === 20);
      harness.clock.nowMs += day;
    }
    if (at < 20) expect((await stand(word)).status, word).toBe(200);
  }
  const full = await stand("別事業");
  expect([full.code, full.headers.get("Retry-After")]).toEqual(["standing_limit_reached", null]);
  const { phrases } = await list();
  expect(phrases).toHaveLength(20);
  for (const { phrase_id } of phrases.slice(0, 6))
    expect((await harness.client.call("endStanding", { phrase_id }, { key })).status, phrase_id).toBe(200);
  for (let i = 0; i < 5; i++) expect((await stand(`${words[i]}別`)).status).toBe(200);
  const again = (await list()).phrases.find(({ phrase }) => phrase === `${words[1]}別`);
  await harness.client.call("endStanding", { phrase_id: again?.phrase_id ?? "" }, { key });
  expect((await stand("別事業")).code).toBe("standing_limit_reached");
  expect((await stand(`${words[0]}別`)).status).toBe(200);
});

test("many requests at once make exactly five", async () => {
  const { stand, list } = await open();
  const answers = await Promise.all([..."甲乙丙丁戊己庚辛壬癸"].map((each) => stand(`${each}事業`)));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect((await list()).phrases).toHaveLength(5);
});

test("another key sees and ends nothing of it, and a revoked key's phrases are matched no more", async () => {
  const { harness, id, stand, list, publish, told } = await open();
  const other = await harness.newKey();
  await stand("減損損失");
  const phrase_id = (await list()).phrases[0]?.phrase_id;
  if (phrase_id === undefined) throw new Error("none stands");
  await harness.client.call("endStanding", { phrase_id }, { key: other.key });
  await publish("ONE", "減損損失");
  expect([await told(), await told(other.key)]).toEqual([["ONE"], []]);
  await harness.store.keys.revoke(id, today);
  await publish("TWO", "減損損失");
  expect(harness.store.db.prepare("SELECT count(*) FROM standing_matches").pluck().get()).toBe(1);
});

test("matches are paged without a gap while more arrive, by a cursor that another key can't use", async () => {
  const { harness, stand, list, publish } = await open();
  const other = await harness.newKey();
  await stand("減損損失");
  for (let i = 0; i < 5; i++) await publish(`D${i}`, "減損損失");
  const first = await list({ limit: 2 });
  await publish("D5", "減損損失");
  const second = await list({ limit: 2, cursor: first.next_cursor ?? "" });
  const third = await list({ limit: 2, cursor: second.next_cursor ?? "" });
  const ids = [first, second, third].flatMap(({ matches }) => matches.map(({ document }) => document.document_id));
  expect(ids).toEqual(["D4", "D3", "D2", "D1", "D0"]);
  expect(third.next_cursor).toBeNull();
  const stolen = { limit: 2, cursor: first.next_cursor ?? "" };
  expect((await harness.client.call("listStanding", stolen, { key: other.key })).code).toBe("invalid_cursor");
});

test("old matches are dropped, and what a key made on earlier days is forgotten", async () => {
  const { harness, stand, list, publish } = await open();
  await stand("減損損失");
  await publish("ONE", "減損損失");
  harness.clock.nowMs = Date.now() + 91 * day;
  await harness.service.maintain();
  expect((await list()).matches).toHaveLength(1);
  harness.clock.nowMs = Date.now() + 93 * day;
  await harness.service.maintain();
  expect((await list()).matches).toEqual([]);
  expect(harness.store.db.prepare("SELECT count(*) FROM standing_days").pluck().get()).toBe(0);
});
