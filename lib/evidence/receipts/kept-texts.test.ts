import { beforeEach, expect, test } from "vitest";
import { listBounded } from "../../kit/bounded.ts";
import { keptText } from "../../spending/library/kept-texts.ts";
import { keptTexts } from "./kept-texts.ts";

/** As in a process that has just started. */
beforeEach(() => {
  for (const name of Object.keys(globalThis)) {
    if (name.startsWith("hiraku") && name !== "hirakuBounded") Reflect.deleteProperty(globalThis, name);
  }
});

const text = "有価証券報告書".repeat(40_000);

async function readPage(): Promise<void> {
  const read = () => Promise.resolve(text);
  expect((await keptText("the same bytes", read))?.length).toBe(text.length);
}

function lookForQuote(): void {
  const bytes = new TextEncoder().encode(JSON.stringify({ content: text }));
  expect(keptTexts({ kind: "content", sha256: "the same bytes" }, bytes)[0]?.text.length).toBe(text.length);
}

test("a document that is owned whole is read, and then a quote is looked for in it", async () => {
  await readPage();
  lookForQuote();
  expect(listBounded().every(({ size }) => Number.isFinite(size))).toBe(true);
});

test("a quote is looked for in a document that is owned whole, and then it is read", async () => {
  lookForQuote();
  await readPage();
  expect(listBounded().every(({ size }) => Number.isFinite(size))).toBe(true);
});
