import { expect, test } from "vitest";
import { testOptions } from "../../text/markdown/testing.ts";
import { redlineView } from "../../text/redline/testing.ts";
import { PoolBusyError, PoolClosedError, WorkerEndedError } from "../workers/errors.ts";
import type { TextReader } from "./reader.ts";
import { TextRefused, unreadBecause } from "./refusal.ts";
import { renderCached } from "./rendered.ts";
import { Texts } from "./texts.ts";

function failWith(error: Error): Texts {
  const fail = () => Promise.reject(error);
  const failing: TextReader = {
    compare: fail,
    corrections: fail,
    find: fail,
    holders: fail,
    passage: fail,
    prepare: fail,
    words: fail,
    render: fail,
    close: () => Promise.resolve(),
  };
  return new Texts(failing);
}

test.each([
  ["a full queue", new PoolBusyError(7_000), "busy"],
  ["a thread that ended", new WorkerEndedError("exit 1"), "busy"],
  ["a stop of the server", new PoolClosedError(), "busy"],
  ["a deadline", new TextRefused(), "too_complex"],
] as const)("%s is a word for the page: its text is shown plainly, and not compared", async (name, error, because) => {
  const texts = failWith(error);
  const text = `<b>${name}</b>`.padEnd(5_000, "。");
  const shown = await renderCached(texts, text, testOptions);
  expect(shown).toMatchObject({ plain: because, heading: null });
  expect(shown.html.includes("<b>")).toBe(false);
  expect(await texts.compare({ before: text, after: `${text}x`, view: redlineView }).catch(unreadBecause)).toBe(
    because,
  );
  expect(await texts.corrections(text, redlineView).catch(unreadBecause)).toBe(because);
});

test("a fault of ours is none of these", async () => {
  const texts = failWith(new TypeError("x is undefined"));
  const asked = { before: "a".repeat(5_000), after: "b", view: redlineView };
  await expect(texts.compare(asked).catch(unreadBecause)).rejects.toThrow(TypeError);
});

test("of more corrections than a page shows, the first are read and all are counted", async () => {
  const rows = (count: number) => `|訂正前|訂正後|\n|---|---|\n${"|甲|乙|\n".repeat(count)}`;
  const texts = new Texts();
  const [many, few] = await Promise.all([
    texts.corrections(rows(301), redlineView),
    texts.corrections(rows(3), redlineView),
  ]);
  expect([many.shown.length, many.total]).toEqual([300, 301]);
  expect([few.shown.length, few.total]).toEqual([3, 3]);
});
