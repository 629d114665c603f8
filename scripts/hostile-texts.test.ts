import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { textReaders } from "../lib/testing/hostile/readers.ts";
import { hostileTexts } from "../lib/testing/hostile/texts.ts";

const length = 5_000;
/** What is faster than this is not looked at: it would be fast for a whole report too. */
const msLeast = 12;
/** Four times the text in linear time, with room for a busy machine; in quadratic time it would be 16. */
const timesMax = 9;
/** No text of this length holds a thread for longer, however its time grows. */
const msMax = 2_000;

function msOf(read: (text: string) => unknown, text: string): number {
  const from = process.cpuUsage();
  read(text);
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1_000;
}

/**
 * A text of a quarter of the length and the whole one, tried again where another process may have been in the way. A
 * step between the two, as where the heap grows, is none between the whole and four times as much.
 */
function slownessOf(read: (text: string) => unknown, make: (length: number) => string): string | undefined {
  const whole = make(length);
  let told = "";
  for (let round = 0; round < 3; round++) {
    const long = msOf(read, whole);
    if (long <= msLeast) return undefined;
    const short = msOf(read, make(length / 4));
    if (long <= msMax && (long <= timesMax * short || msOf(read, make(length * 4)) <= timesMax * long))
      return undefined;
    told = `${Math.round(short)} ms, and ${Math.round(long)} ms for four times as much`;
  }
  return told;
}

describe("hostile texts", () => {
  test.each(Object.entries(textReaders))("%s reads each in time that grows with its length", (_name, read) => {
    read(hostileTexts["an honest report"]?.(length) ?? "");
    const slow = Object.entries(hostileTexts).flatMap(([text, make]) => {
      const told = slownessOf(read, make);
      return told === undefined ? [] : [`${text}: ${told}`];
    });
    expect(slow).toEqual([]);
  });

  test("are about as long as they are asked for", () => {
    const lengths = Object.entries(hostileTexts).map(([name, make]) => [name, make(10_000).length] as const);
    expect(lengths.filter(([, made]) => made < 2_000 || made > 22_000)).toEqual([]);
  });
});

/** Folders of functions on delivered text; in others such functions are named in the table by hand. */
const folders = [
  "lib/features/ask",
  "lib/text/changes",
  "lib/text/markdown",
  "lib/text/passages",
  "lib/text/quotes",
  "lib/text/redline",
  "lib/text/toc",
  "service/domain/publishing",
  "service/search/core",
];
/** What a text is called where a function takes one. */
const takesText =
  /^export (?:async )?function\*? (\w+)\(\s*(?:text|source|markdown|body|delivered|html|before|content|folded|passage|words|quote)s?: (?:readonly )?string/gm;
/** These take a question, a tag, a name or what was stored, or are run by one that is in the table. */
const takesNone = new Set([
  "lib/features/ask/run-record.ts readRecord",
  "lib/text/changes/compare-tags.ts compareTags",
  "lib/text/markdown/figures.ts isFigureColumn",
  "lib/text/redline/redline.ts redlineSteps",
  "lib/text/redline/redline.ts applyRedline",
  "service/search/core/base-glossary.ts parseGlossary",
  "service/search/core/english-terms.ts japaneseTerms",
  "service/search/core/english-terms.ts parseTerms",
  "service/search/core/everyday-japanese.ts everydayLabels",
  "service/search/core/event-words.ts eventLabels",
  "service/search/core/field-lines.ts unpackLine",
  "service/search/core/question.ts readQuestion",
  "service/search/core/question.ts scopeOf",
  "service/search/core/question.ts yearsIn",
  "service/search/core/tokens.ts collectTokens",
  "service/search/core/tokens.ts visitEvidence",
  "lib/text/passages/stance.ts stanceOf",
  "service/search/core/tokens.ts askedFieldTokens",
  "service/search/core/tokens.ts wordToken",
  "lib/text/markdown/visible-text.ts visibleText",
  "lib/text/quotes/find-quote.ts quotedParts",
]);

test("a function that takes text stands in the table", () => {
  const known = new Set(Object.keys(textReaders).map((name) => name.split(" ").at(-1)));
  const files = folders
    .flatMap((folder) => globSync(`${folder}/**/*.ts`))
    .filter((file) => !/\.test\.|testing/.test(file));
  const missing = files.flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(takesText)].flatMap(([, name = ""]) =>
      known.has(name) || takesNone.has(`${file} ${name}`) ? [] : [`${file} ${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
