import { expect, test } from "vitest";
import { visibleText } from "../markdown/index.ts";
import { QuotedText } from "./find-quote.ts";

/** A sequence that is the same in each run. */
function sequence(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

const subjects = [
  "当社グループの売上高",
  "営業利益",
  "ｾｸﾞﾒﾝﾄ資産",
  "The Company's net sales",
  "為替差損益（△は損失）",
  "従業員数",
];
const endings = [
  "は増加していない。",
  "は減少しないと見込んでいる。",
  "が重要な影響を及ぼす可能性はない。",
  " did not increase in the period.",
  " is not expected to recover.",
];

/** A text of a filing's kind: sentences with numbers, emphasis and escapes, and tables between them. */
function filing(random: (below: number) => number): string {
  const blocks: string[] = [];
  for (let i = 0; i < 60; i++) {
    const amount = `${1 + random(999)},${String(random(1000)).padStart(3, "0")}百万円`;
    const subject = subjects[random(subjects.length)] ?? "";
    const ending = endings[random(endings.length)] ?? "";
    if (i % 7 === 6) {
      const rows = Array.from({ length: 4 }, () => `| 項目${random(90)} | △${random(9000)} | ${random(9000)} |`);
      blocks.push(`| 区分 | 前期 | 当期 |\n|---|---:|---:|\n${rows.join("\n")}`);
    } else blocks.push(`${subject}は**${amount}**\\*、${i}年目において${subject}${ending}`);
  }
  return blocks.join("\n\n");
}

const wide = (text: string) =>
  text.replace(/[!-~]/g, (each) => String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfee0));
const spaced = (text: string) => text.replace(/([ぁ-ん])(?=[ぁ-ん一-龠])/gu, "$1 ");
const broken = (text: string) => text.replace(/[、。]/g, "$&\n").replaceAll(" ", "\n");
const allowed = [(text: string) => text, wide, spaced, broken, (text: string) => text.normalize("NFKC")];

interface Sample {
  readonly text: string;
  readonly quoted: QuotedText;
  readonly visible: ReturnType<typeof visibleText>;
}
const samples: readonly Sample[] = Array.from({ length: 10 }, (_, seed) => {
  const text = filing(sequence(seed + 1));
  return { text, quoted: new QuotedText(text), visible: visibleText(text) };
});

/** 1,000 stretches of visible text, each with where it stands. */
function stretches(count: number): { sample: Sample; quote: string; start: number; end: number }[] {
  const random = sequence(99);
  return Array.from({ length: count }, (_, at) => {
    const sample = samples[at % samples.length];
    if (sample === undefined) throw new Error("no sample");
    const { text, starts, ends } = sample.visible;
    for (;;) {
      const from = random(text.length - 200);
      const to = from + 20 + random(120);
      const quote = text.slice(from, to);
      if (/^\s|\s$/u.test(quote) || /[ｦ-ﾟ]/u.test(text.slice(from - 1, from + 1) + text.slice(to - 1, to + 1))) continue;
      return { sample, quote, start: starts[from] ?? 0, end: ends[to - 1] ?? 0 };
    }
  });
}
const placesOf = (sample: Sample, quote: string) => sample.quoted.find(quote).passages.flatMap(({ parts }) => parts);

test("1,000 true quotes with allowed differences are all found, at their offsets", () => {
  const missed = stretches(1_000).filter(({ sample, quote, start, end }, at) => {
    const changed = (allowed[at % allowed.length] ?? String)(quote);
    return !placesOf(sample, changed).some((place) => place.start === start && place.end === end);
  });
  expect(missed.map(({ quote }) => quote)).toEqual([]);
});

test("of 1,000 quotes with one character changed none is verified", () => {
  const random = sequence(7);
  const verified = stretches(1_000).flatMap(({ sample, quote }) => {
    const letters = [...quote];
    const at = letters.findIndex((each, index) => index >= random(letters.length) && /[\p{L}\p{N}△]/u.test(each));
    const letter = letters[at];
    if (letter === undefined) return [];
    // A digit for a digit, katakana for hiragana, else a letter that stands nowhere.
    letters[at] = /\d/.test(letter)
      ? String((Number(letter) + 1) % 10)
      : /[ぁ-ん]/u.test(letter)
        ? String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0x60)
        : "鑿";
    const changed = letters.join("");
    const isTrueElsewhere = sample.visible.text.includes(changed);
    return !isTrueElsewhere && placesOf(sample, changed).length > 0 ? [changed] : [];
  });
  expect(verified).toEqual([]);
});

test("of 200 quotes with a swallowed ない or not none is verified", () => {
  const negative = samples.flatMap((sample) =>
    [...sample.visible.text.matchAll(/[^\n]*?(?:ない| not )[^\n]*/gu)].map(([sentence]) => ({ sample, sentence })),
  );
  const wrong = negative.slice(0, 200);
  expect(wrong).toHaveLength(200);
  const verified = wrong.filter(({ sample, sentence }) => {
    const swallowed = sentence
      .replace(/していない|しない/u, "している")
      .replace(/はない/u, "がある")
      .replace(" not ", " ");
    return swallowed !== sentence && placesOf(sample, swallowed).length > 0;
  });
  expect(verified).toEqual([]);
});
