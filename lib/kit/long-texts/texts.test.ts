import { afterAll, expect, test } from "vitest";
import { edited } from "../../testing/hostile/readers.ts";
import { hostileTexts } from "../../testing/hostile/texts.ts";
import { testOptions } from "../../text/markdown/testing.ts";
import { readQuestion } from "../../text/passages/read-question.ts";
import { redlineView } from "../../text/redline/testing.ts";
import { openTextReader } from "./reader.ts";
import { unreadBecause } from "./refusal.ts";
import { renderCached } from "./rendered.ts";
import { Texts } from "./texts.ts";

const reader = openTextReader();
const texts = new Texts(reader);
afterAll(() => reader.close());

const { kinds: _, ...question } = readQuestion("2026年3月期の売上高はいくらですか");
const length = 12_000;
/** Processor time of this thread alone: another process on the machine holds it up and is not its fault. */
const heldMsMax = 200;

test("no hostile text holds the thread that serves others", { timeout: 300_000 }, async () => {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1_000;
  };
  const held: string[] = [];
  let [doing, before] = ["", cpuMs()];
  const tick = setInterval(() => {
    const now = cpuMs();
    if (now - before > heldMsMax) held.push(`${doing}: ${Math.round(now - before)} ms`);
    before = now;
  }, 5);
  for (const [at, [name, make]] of Object.entries(hostileTexts).entries()) {
    const text = make(length);
    const works = Object.entries({
      compare: () => texts.compare({ before: text, after: edited(text), view: redlineView }),
      corrections: () => texts.corrections(text, redlineView),
      find: () =>
        texts.find({ question, texts: [{ text, periodEnd: null, scopeFits: true, statutory: true, headings: "" }] }),
      passage: () => texts.passage(text, "売上高 増加"),
      prepare: () => texts.prepare(text),
      words: () => texts.words(text),
      render: () => renderCached(texts, text, testOptions),
    });
    // Each text meets a third of the works, and each work a third of the texts.
    for (const [task, work] of works.filter((_, work) => (work + at) % 3 === 0)) {
      doing = `${task} of ${name}`;
      await work();
    }
  }
  clearInterval(tick);
  expect(held).toEqual([]);
});

test("a text that takes too long, or is longer than any filing, is refused by name", async () => {
  const hasty = openTextReader({ timeMs: 1 });
  const refusals = await Promise.all(
    [hasty.prepare(hostileTexts["an honest report"]?.(200_000) ?? ""), reader.prepare("a".repeat(8_000_001))].map(
      (asked) => asked.catch(unreadBecause),
    ),
  );
  await hasty.close();
  expect(refusals).toEqual(["too_complex", "too_complex"]);
});
