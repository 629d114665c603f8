import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { englishWordsFile, englishWordsSource } from "./english-words.ts";

test("the web app knows the English words of the service's glossary", () => {
  expect(readFileSync(englishWordsFile, "utf8"), "run `node scripts/english-words.ts`").toBe(englishWordsSource());
});
