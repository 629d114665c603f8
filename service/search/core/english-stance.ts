import type { Direction, Stance } from "../../../lib/text/passages/stance.ts";

/**
 * Which way a question in English points, and how filings say that in either language. What is negated points the
 * other way: what did not increase may have decreased.
 */
interface DirectionWords {
  readonly up: RegExp;
  readonly down: RegExp;
  readonly japaneseUp: RegExp;
  readonly japaneseDown: RegExp;
}

const directionWords: readonly DirectionWords[] = [
  {
    up: /\b(?:increas|rise|rising|rose|grew|grow)\w*/u,
    down: /\b(?:decreas|declin|fell|falling|drop|shrank|shrink)\w*/u,
    japaneseUp: /増加|増大|増え|増収|増益|上昇|伸び|拡大/u,
    japaneseDown: /減少|縮小|減っ|減り|減収|減益|低下|下落/u,
  },
  {
    up: /\bimprov\w*/u,
    down: /\b(?:worsen|deteriorat)\w*/u,
    japaneseUp: /改善|好転|回復/u,
    japaneseDown: /悪化|低迷/u,
  },
  {
    up: /\b(?:strong(?:er)?|appreciat\w*)(?= yen|.{0,12}of the yen)|\byen (?:strengthen|appreciat|rose)\w*/u,
    down: /\b(?:weak(?:er)?|depreciat\w*)(?= yen|.{0,12}of the yen)|\byen (?:weaken|depreciat|fell)\w*/u,
    japaneseUp: /円高/u,
    japaneseDown: /円安/u,
  },
  {
    up: /\b(?:revised? upward|upward revision|raised?(?= .{0,20}(?:forecast|guidance)))\w*/u,
    down: /\b(?:revised? downward|downward revision|(?:lowered|cut)(?= .{0,20}(?:forecast|guidance)))\w*/u,
    japaneseUp: /上方修正|引き上げ/u,
    japaneseDown: /下方修正|引き下げ/u,
  },
];

const negated = /(?:\bnot|\bnever|\bno|\bwithout|n['’]t|\bfail(?:ed|s)? to|\bunable to)(?:\s+[a-z]+){0,2}\s*$/u;

export function englishStanceOf(question: string): Stance | undefined {
  const wanted = directionWords.flatMap(({ up, down, japaneseUp, japaneseDown }): Direction[] => {
    const asked = directionsIn(question, up, down);
    if (asked.up === asked.down) return [];
    const is = (way: "up" | "down", japanese: RegExp) => (sentence: string) =>
      japanese.test(sentence) || directionsIn(sentence, up, down)[way];
    const [isUp, isDown] = [is("up", japaneseUp), is("down", japaneseDown)];
    return [asked.up ? { said: isUp, opposite: isDown } : { said: isDown, opposite: isUp }];
  });
  return wanted.length === 0 ? undefined : { wanted, predicates: [] };
}

function directionsIn(text: string, up: RegExp, down: RegExp): { readonly up: boolean; readonly down: boolean } {
  const [rises, falls] = [assertionOf(text, up), assertionOf(text, down)];
  return { up: rises.asserted || falls.denied, down: falls.asserted || rises.denied };
}

function assertionOf(text: string, words: RegExp): { readonly asserted: boolean; readonly denied: boolean } {
  let [asserted, denied] = [false, false];
  for (const { index } of text.matchAll(new RegExp(words, "gu"))) {
    if (negated.test(text.slice(Math.max(0, index - 40), index))) denied = true;
    else asserted = true;
  }
  return { asserted, denied };
}
