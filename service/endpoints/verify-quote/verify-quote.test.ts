import { expect, test } from "vitest";
import { SectionId } from "../../../lib/contract/ids.ts";
import { makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { failing } from "../../testing/failing.ts";
import { createHarness, type Harness } from "../../testing/harness.ts";

const document_id = "QUOTED";
const risk = "当社グループの売上高は為替相場の影響を受けており、一円の円高により年間で約345百万円減少いたします。";
const plant = "当連結会計年度の設備投資額は1,204百万円であり、その主なものは長岡工場の新棟の建設であります。";
const sections = [makeSection("risk", risk), makeSection("plant", plant)];
const wrong = risk.replace("345", "346");

async function withDocument(changes: Parameters<typeof makePublication>[0] = {}): Promise<Harness> {
  const harness = await createHarness();
  await harness.publisher.publishDocument(makePublication({ documentId: document_id, sections, ...changes }));
  return harness;
}
const verify = ({ client }: Pick<Harness, "client">, quote: string, key?: string) =>
  client.get("verifyQuote", { document_id, quote }, { key });

test("a whole sentence of text that was not bought is found, another is not, and neither costs a credit", async () => {
  const harness = await withDocument();
  const { key, id } = await harness.newKey({ credits: 5 });
  const told = { document_id, left_out: [], ellipsis: false, rule: "whole_sentences" };
  expect(await verify(harness, risk, key)).toEqual({ ...told, verdict: "found", failures_left: 10 });
  expect(await verify(harness, wrong, key)).toEqual({ ...told, verdict: "not_found", failures_left: 9 });
  expect(await verify(harness, `${risk}……${plant}`, key)).toMatchObject({ verdict: "found", ellipsis: true });
  expect(await harness.keyState(id)).toMatchObject({ charged: 0, credits: { balance: 5 } });
});

test("in bought text any words are found, in the rest whole sentences, and failures count in the rest alone", async () => {
  const harness = await withDocument();
  const { key } = await harness.newKey();
  await harness.client.get("getContent", { document_id, sections: [SectionId.parse("risk")] }, { key });
  expect(await verify(harness, "一円の円高", key)).toMatchObject({
    verdict: "found",
    rule: "bought_text",
    failures_left: null,
  });
  expect((await harness.client.call("verifyQuote", { document_id, quote: "長岡工場" }, { key })).code).toBe(
    "invalid_quote",
  );
  expect(await verify(harness, plant, key)).toMatchObject({
    verdict: "found",
    rule: "whole_sentences",
    failures_left: 10,
  });
  await harness.client.get("getContent", { document_id }, { key });
  expect(await verify(harness, "長岡工場の新棟", key)).toMatchObject({ verdict: "found", rule: "bought_text" });
  for (let i = 0; i < 12; i++) {
    const no = await verify(harness, "京都工場", key);
    expect(no).toMatchObject({ verdict: "not_found", rule: "bought_text", failures_left: null });
  }
  // Another key bought nothing.
  const other = await harness.newKey();
  const refused = await harness.client.call("verifyQuote", { document_id, quote: "長岡工場" }, { key: other.key });
  expect(refused.code).toBe("invalid_quote");
});

test("what was bought stays bought where the text stays, and a corrected text was never bought", async () => {
  const harness = await withDocument();
  const { key } = await harness.newKey();
  await harness.client.get("getContent", { document_id }, { key });
  const corrected = [makeSection("risk", wrong), makeSection("plant", plant)];
  await harness.publisher.publishDocument(makePublication({ documentId: document_id, sections: corrected }));
  expect(await verify(harness, "長岡工場", key)).toMatchObject({ verdict: "found", rule: "bought_text" });
  const refused = await harness.client.call("verifyQuote", { document_id, quote: "約346百万円" }, { key });
  expect(refused.code).toBe("invalid_quote");
});

test("the last failure of a day says when text is looked into again, and then it is", async () => {
  const harness = await withDocument();
  const { key } = await harness.newKey();
  for (let left = 9; left >= 0; left--) expect((await verify(harness, wrong, key)).failures_left).toBe(left);
  const refused = await harness.client.call("verifyQuote", { document_id, quote: risk }, { key });
  // The clock of the test stands at noon in Japan.
  expect(refused.json).toMatchObject({ code: "quote_limit_reached", retry_after_seconds: 12 * 3600 });
  expect(refused.headers.get("retry-after")).toBe(String(12 * 3600));
  expect(JSON.stringify(refused.json)).toContain("2025-07-01T00:00:00+09:00");
  harness.clock.nowMs += 12 * 3_600_000;
  expect(await verify(harness, risk, key)).toMatchObject({ verdict: "found", failures_left: 10 });
});

test("the counts of past days are removed", async () => {
  const harness = await withDocument();
  const { key } = await harness.newKey();
  await verify(harness, wrong, key);
  const rows = () => harness.store.db.prepare("SELECT count(*) FROM quote_failures").pluck().get();
  await harness.service.maintain();
  expect(rows()).toBe(1);
  harness.clock.nowMs += 24 * 3_600_000;
  await harness.service.maintain();
  expect(rows()).toBe(0);
});

test("what an ellipsis leaves out is said of bought text, and never of other text", async () => {
  const harness = await withDocument({ sections: [makeSection("risk", `${risk}ただし、減少しません。${plant}`)] });
  const { key } = await harness.newKey();
  const quote = `${risk}……${plant}`;
  expect(await verify(harness, quote, key)).toMatchObject({ verdict: "found", ellipsis: true, left_out: null });
  await harness.client.get("getContent", { document_id }, { key });
  expect(await verify(harness, quote, key)).toMatchObject({ verdict: "found", left_out: ["negation"] });
});

test("a failure of the service gives a counted guess back, and the next request is answered", async () => {
  const harness = await withDocument();
  const { key } = await harness.newKey();
  expect(await verify(harness, wrong, key)).toMatchObject({ failures_left: 9 });
  const failed = await harness.restarted({ quoteFinder: { look: () => Promise.reject(new Error("out of time")) } });
  for (let i = 0; i < 12; i++) {
    const { code } = await failed.client.call("verifyQuote", { document_id, quote: wrong }, { key });
    expect(code).toBe("internal_error");
  }
  expect(await verify(harness, wrong, key)).toMatchObject({ failures_left: 8 });
});

test("where a failure can't be counted nothing is told, true or not", async () => {
  const harness = await withDocument();
  const { client } = await harness.restarted({
    quoteChecks: { ...harness.store.quoteChecks, count: failing<typeof harness.store.quoteChecks>("disk full").count },
  });
  for (const quote of [risk, wrong]) {
    expect((await client.call("verifyQuote", { document_id, quote })).code).toBe("internal_error");
  }
});

test.each(["PENDING", "WITHDRAWN"] as const)("a document that is %s tells nothing of its text", async (status) => {
  const pending = { status: "pending_release", releaseAtMs: Date.parse("2025-07-02T00:00:00Z") } as const;
  const harness = await withDocument(status === "PENDING" ? pending : {});
  if (status === "WITHDRAWN") await harness.publisher.withdrawDocument(document_id);
  for (const quote of [risk, wrong, "短い"]) {
    expect((await harness.client.call("verifyQuote", { document_id, quote })).code).toBe("content_not_available");
  }
});
