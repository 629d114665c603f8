import fc from "fast-check";
import { expect, test } from "vitest";
import { cutVisible, visibleWords } from "../../../lib/text/toc/visible-words.ts";
import type { DividedAnew } from "../../storage/ports.ts";
import { divideAnew } from "./former-sections.ts";
import { hashSections } from "./measure-sections.ts";
import type { PublicationSection } from "./publication.ts";

/** The same lines, of which some are headings. */
function readWith(lines: readonly string[], levels: readonly number[]): PublicationSection[] {
  const sections: PublicationSection[] = [];
  for (const [at, line] of lines.entries()) {
    const level = at === 0 ? 1 : (levels[at] ?? 0);
    const last = sections.at(-1);
    if (level > 0 || last === undefined) {
      const markdown = `${"#".repeat(level)} ${line}\n\n`;
      sections.push({ sectionId: `${at}`, title: line, level, parentSectionId: null, markdown });
    } else sections[sections.length - 1] = { ...last, markdown: `${last.markdown}**${line}**\n\n` };
  }
  return sections;
}

const lines = Array.from({ length: 14 }, (_, at) => `${at}の段落は、${at * 7 + 1}百万円について述べる文である。`);
const levels = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: lines.length, maxLength: lines.length });

/** Every piece is what it says, of whichever outline it is. */
function check(
  divided: DividedAnew | null,
  now: readonly PublicationSection[],
  outlines: readonly PublicationSection[][],
): void {
  const whole = now.map(({ markdown }) => visibleWords(markdown)).join("");
  const known = new Map(
    outlines.flatMap((outline) => hashSections(outline).map(({ text }, at) => [text, outline[at]?.markdown ?? ""])),
  );
  for (const { textHash, offset, start, end } of divided?.former ?? []) {
    const words = visibleWords(cutVisible(known.get(textHash) ?? "", offset, offset + end - start));
    expect(words).toBe(whole.slice(start, end));
  }
}

test("every word of former outlines is found again, whichever of its lines are headings now", () => {
  fc.assert(
    fc.property(levels, levels, levels, (first, second, third) => {
      const [one, two, three] = [readWith(lines, first), readWith(lines, second), readWith(lines, third)];
      const once = divideAnew(two, one, null);
      check(once, two, [one]);
      const twice = divideAnew(three, two, once);
      check(twice, three, [one, two]);
      const hashes = new Map(hashSections(three).map(({ text }, at) => [text, at]));
      for (const outline of [one, two]) {
        let end = 0;
        for (const [at, { text }] of hashSections(outline).entries()) {
          const length = visibleWords(outline[at]?.markdown ?? "").length;
          const isThere = twice?.former.some((each) => {
            return each.textHash === text && each.start === end && each.end === end + length;
          });
          const unchanged = hashes.get(text);
          if (unchanged === undefined || twice?.starts[unchanged] !== end) expect(isThere).toBe(true);
          end += length;
        }
      }
    }),
  );
});

test("where a word changed, what stands around it is found, and the new word is nobody's", () => {
  const before = readWith(lines, []);
  const changed = lines.map((line, at) => (at === 5 ? line.replace("百万円", "千円") : line));
  const now = readWith(changed, [1, 0, 0, 2]);
  const divided = divideAnew(now, before, null);
  check(divided, now, [before]);
  const whole = now.map(({ markdown }) => visibleWords(markdown)).join("");
  const found = (words: string) =>
    divided?.former.some(({ start, end }) => start <= whole.indexOf(words) && whole.indexOf(words) < end) ?? false;
  expect([found("0の段落"), found("4の段落"), found("千円"), found("6の段落"), found("13の段落")]).toEqual([
    ...[true, true, false, true, true],
  ]);
  expect(divideAnew(before, before, null)).toBeNull();
});

test("long texts of one character are read at once", () => {
  const section = (markdown: string) => [{ sectionId: "1", title: "1", level: 1, parentSectionId: null, markdown }];
  const started = performance.now();
  divideAnew(section(`い${"あ".repeat(200_000)}`), section(`${"あ".repeat(200_000)}ろ${"うえ".repeat(100_000)}`), null);
  expect(performance.now() - started).toBeLessThan(5_000);
});

test("in a text of millions of characters everything around a new word is found too", () => {
  const section = (markdown: string) => [{ sectionId: "1", title: "1", level: 1, parentSectionId: null, markdown }];
  const long = Array.from({ length: 80_000 }, (_, at) => `${at}の段落は、${at * 7 + 1}百万円である。`);
  const [former, added] = [long.join(""), "新しい。"];
  const now = `${added}${long.slice(0, 40_000).join("")}${added}${long.slice(40_000).join("")}`;
  const [first, second, ...more] = divideAnew(section(now), section(former), null)?.former ?? [];
  expect([first?.start, first?.offset, more]).toEqual([added.length, 0, []]);
  expect((second?.start ?? 0) - (first?.end ?? 0)).toBe(added.length);
  expect([second?.offset, second?.end]).toEqual([(first?.end ?? 0) - added.length, now.length]);
});
