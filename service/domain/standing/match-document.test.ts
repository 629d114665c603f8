import { expect, test } from "vitest";
import { foldPhrase, phraseFault } from "../../../lib/text/format/standing-phrase.ts";
import { PhraseFinder } from "./find-phrases.ts";
import { matchDocument } from "./match-document.ts";

const words = (at: number) =>
  Array.from({ length: 2 + (at % 7) }, (_, n) => String.fromCharCode(0x4e00 + ((at * 31 + n * 17) % 400))).join("");

test("every phrase is found as often as a search of each alone finds it", () => {
  const phrases = [...new Set(Array.from({ length: 300 }, (_, at) => words(at)))];
  const text = Array.from({ length: 2_000 }, (_, at) => words(at * 7)).join("の");
  const alone = new Map(
    phrases.map((phrase) => [phrase, text.split(phrase).length - 1] as const).filter(([, count]) => count > 0),
  );
  expect(alone.size).toBeGreaterThan(40);
  expect(new Map([...new PhraseFinder(phrases).count(text)].sort())).toEqual(new Map([...alone].sort()));
});

test("overlapping, nested and repeated phrases are each counted, without overlaps of their own", () => {
  const count = (phrases: string[], text: string) => Object.fromEntries(new PhraseFinder(phrases).count(text));
  expect(count(["減損", "減損損失", "損失", "失の"], "減損損失の減損")).toEqual({
    減損: 2,
    減損損失: 1,
    損失: 1,
    失の: 1,
  });
  expect(count(["ああ"], "あああああ")).toEqual({ ああ: 2 });
  expect(count(["𠮷野", "終り"], "𠮷野の終り")).toEqual({ 𠮷野: 1, 終り: 1 });
  expect(count(["終り"], "")).toEqual({});
});

test("a long filing takes at most 100 ms of processor time against 2,000 phrases, folding included", async ({
  annotate,
}) => {
  const phrases = Array.from({ length: 2_000 }, (_, at) => ({
    ...{ phraseId: `p${at}`, keyId: "k", phrase: "", createdAtMs: 0 },
    folded: words(at * 3) + String.fromCharCode(0x3042 + (at % 80)),
  }));
  const sentence = "当社グループの当連結会計年度の売上高は、前期に比べて12.5％増加し、34,567百万円となりました。";
  const markdown = Array.from({ length: 200 }, (_, at) => `${sentence}${words(at)}\n\n`).join("");
  const sections = Array.from({ length: 14 }, (_, at) => ({
    ...{ sectionId: `s${at}`, title: null, level: 1, parentSectionId: null },
    markdown,
  }));
  const runs = Array.from({ length: 5 }, () => {
    const before = process.cpuUsage();
    matchDocument(phrases, { timelineAtMs: 0 }, true, sections);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1_000;
  });
  const fastest = Math.min(...runs);
  expect(fastest).toBeLessThan(100);
  await annotate(
    `${markdown.length * 14} characters: ${runs.map((ms) => ms.toFixed(0)).join(", ")} ms of processor time`,
  );
});

test("figures in any writing, lengths beyond the bounds and marks alone are no phrases", () => {
  expect(["１２", "Ⅲ期", "①号", "三億円", "二〇二五", "令和七年度"].map(phraseFault)).toEqual(Array(6).fill("digits"));
  expect(["第三者割当", "M&A", "ﾘｽｸ", "万一の場合", "あ".repeat(40)].map(phraseFault)).toEqual(
    Array(5).fill(undefined),
  );
  expect([phraseFault("あ".repeat(41)), phraseFault("字"), phraseFault("。、・"), phraseFault("  ")]).toEqual([
    ...["long", "short", "short", "short"],
  ]);
  expect(foldPhrase("  Ｍ＆Ａ　取引 ")).toBe(foldPhrase("m&a 取引"));
});
