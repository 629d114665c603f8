import { expect, test } from "vitest";
import type { StandingListResponse } from "../../../lib/contract/resources.ts";
import { makePublication, makeSection } from "../../domain/publishing/testing/make-publication.ts";
import { createHarness } from "../../testing/harness.ts";

/** Somebody who bought nothing tries to read what is published by letting phrases stand. */
const today = Date.parse("2025-06-30T15:00:00+09:00");
const secret =
  "当社は、新工場の建設に伴う借入金のうち8,640百万円について、財務制限条項に抵触するおそれがあり、継続企業の前提に疑義が生じております。";
const asked = [..."財務制限条項に抵触する"].map((_, at, all) => all.slice(0, at + 2).join("")).slice(0, 5);

/** Figures in every writing, patterns, beginnings that grow, lengths beyond the bounds, marks, unseen letters. */
function probes(): string[] {
  const figures = Array.from({ length: 300 }, (_, at) => `借入金のうち${8_500 + at},百万円`);
  const digits = [
    "８，６４０百万円",
    "①号議案",
    "Ⅳ期",
    "八千六百四十百万円",
    "二〇二五年",
    "第三十五期",
    "٨٦٤٠",
    "𝟖𝟔𝟒𝟎",
  ];
  const patterns = ["%", "_", "*", ".*", "…", "?", "\\d", "[0-9]+", "。、", "|｜", "\u200b\u200b", "の", "", "  "];
  const long = Array.from({ length: 78 }, (_, at) => secret.replace(/[0-9,]/gu, "").slice(0, 41 + (at % 20)) + "あ");
  const growing = Array.from(
    { length: 595 },
    (_, at) => `${secret.slice(at % 20, (at % 20) + 2)}${"新旧大小"[at % 4]}${at}`,
  );
  return [...asked, ...figures, ...digits, ...patterns, ...long, ...growing];
}

test("1,000 probing phrases tell nothing beyond the phrases that stand", async ({ annotate }) => {
  const harness = await createHarness();
  const { key, id } = await harness.newKey({ credits: 0, perMinute: 100_000, perDay: null });
  const stood: string[] = [];
  const all = probes();
  expect(all).toHaveLength(1_000);
  const counts: Record<string, number> = {};
  for (const phrase of all) {
    const answer = await harness.client.call("standPhrase", { phrase }, { key });
    counts[answer.code ?? String(answer.status)] = (counts[answer.code ?? String(answer.status)] ?? 0) + 1;
    if (answer.status === 200) stood.push(phrase);
  }
  await harness.publisher.publishDocument(
    makePublication({ documentId: "TARGET", timelineAtMs: today, sections: [makeSection("risk", secret)] }),
  );
  const listed = await harness.client.call("listStanding", {}, { key });
  const { matches } = listed.json as StandingListResponse;
  const told = JSON.stringify(matches.map(({ document, sections, passages }) => ({ document, sections, passages })));
  expect(stood).toEqual(asked);
  expect((await harness.keyState(id)).charged).toBe(0);
  // Nothing of two characters of the text is told, of phrases neither.
  for (let at = 0; at < secret.length - 1; at++) expect(told).not.toContain(secret.slice(at, at + 2));
  expect(told).not.toMatch(/8,?640/);
  const before = await harness.client.call("listStanding", {}, { key });
  await harness.publisher.publishDocument(
    makePublication({ documentId: "TARGET", timelineAtMs: today, sections: [makeSection("risk", `${secret}別`)] }),
  );
  expect((await harness.client.call("listStanding", {}, { key })).json).toMatchObject({
    matches: (before.json as { matches: { matched_at: string }[] }).matches.map(({ matched_at }) => ({ matched_at })),
  });
  await annotate(`1,000 phrases: ${JSON.stringify(counts)}; 0 words or figures of the text beyond the 5 that stood`);
});
