import { enclosed } from "../format/enclosed.ts";
import { foldText } from "../format/fold.ts";
import type { ReadQuestion } from "./read-question.ts";
import { pairsOf } from "./similarity.ts";

/** Stretches of a text that hold the words of a question. */
export interface FoundPassage {
  readonly shown: string;
  readonly start: number;
  /** How much of what the question names stands in it, 0 to 1; rare words count more. */
  readonly score: number;
}

export interface ReadText {
  readonly text: string;
  /** The heading is one where filers must answer questions of this kind. */
  readonly statutory: boolean;
}

const passageMin = 24;
const passageMax = 900;

/** The best stretches of all texts that were read: words are weighed by how rare they are among them. */
export function passagesIn(question: Pick<ReadQuestion, "labels">, texts: readonly ReadText[]): FoundPassage[][] {
  const all = texts.map(({ text }) =>
    stretchesOf(text).map((each) => ({ ...each, pairs: pairsOf(foldText(each.shown)) })),
  );
  const stretches = all.flat();
  const wanted = wantedPairs(question);
  const weightOf = new Map<string, number>();
  for (const pair of wanted) {
    const count = stretches.reduce((sum, { pairs }) => sum + (pairs.has(pair) ? 1 : 0), 0);
    weightOf.set(pair, Math.log(1 + (stretches.length + 1) / (count + 0.5)));
  }
  const total = [...weightOf.values()].reduce((sum, each) => sum + each, 0);
  return all.map((list, at) => {
    const bonus = texts[at]?.statutory === true ? statutoryBonus : 0;
    return list
      .map(({ shown, start, pairs }): FoundPassage => {
        let held = 0;
        for (const [pair, weight] of weightOf) if (pairs.has(pair)) held += weight;
        const says = shown.length >= proseMin ? 1 : 0.8;
        return { shown, start, score: total === 0 ? 0 : Math.min(1, (held / total) * says + bonus) };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.start - b.start);
  });
}

const statutoryBonus = 0.2;
const proseMin = 60;

function wantedPairs({ labels }: Pick<ReadQuestion, "labels">): Set<string> {
  return new Set(labels.flatMap((label) => [...pairsOf(label)]).filter((pair) => !/^[ぁ-ん]{2}$/u.test(pair)));
}

/** Paragraphs, without tables and headings; long ones in parts that end with a sentence. */
function stretchesOf(text: string): { shown: string; start: number }[] {
  const stretches: { shown: string; start: number }[] = [];
  let start = 0;
  for (const block of withoutTables(text).split(/(\n{2,})/u)) {
    let from = start;
    start += block.length;
    if (/^\s*(?:#|\||<)/u.test(block)) continue;
    let rest = block;
    while (rest.trim().length >= passageMin) {
      const end = rest.length <= passageMax ? rest.length : endOfSentence(rest);
      const shown = rest.slice(0, end).trim();
      if (shown.length >= passageMin) stretches.push({ shown, start: from });
      from += end;
      rest = rest.slice(end);
    }
  }
  return stretches;
}

/** Spaces in their place. */
function withoutTables(text: string): string {
  let out = "";
  for (const { start, end } of enclosed(text, /<table\b/giu, /<\/table>/giu)) {
    out += text.slice(out.length, start) + " ".repeat(end - start);
  }
  return out + text.slice(out.length);
}

function endOfSentence(text: string): number {
  const end = text.lastIndexOf("。", passageMax);
  return end > passageMax / 3 ? end + 1 : passageMax;
}
