/**
 * Sentences that say the opposite of the question share nearly all words with it: 転嫁できた and 転嫁できなかった; so
 * pairs of opposites are compared.
 */
const opposites: readonly (readonly [RegExp, RegExp])[] = [
  [/増加|増大|増えた|増え|増収|増額/u, /減少|縮小|減った|減り|減収|減額/u],
  [/増益/u, /減益/u],
  [/上昇|値上が|高騰|上がった/u, /低下|下落|値下が|下がった/u],
  [/改善|好転|回復/u, /悪化|低迷/u],
  [/拡大/u, /縮小/u],
  [/黒字/u, /赤字/u],
  [/増配/u, /減配|無配/u],
  [/円高/u, /円安/u],
  [/上回/u, /下回/u],
  [/上方修正/u, /下方修正/u],
  [/好調|堅調/u, /不調|低調|不振/u],
  [/開始|新設|開設/u, /終了|廃止|閉鎖|撤退/u],
];

const negative = /^[ぁ-ゖ]{0,6}(?:な(?:い|かっ|く|けれ)|ず|ぬ|ませ|難し|困難)/u;
const predicate =
  /([\p{Script=Han}\p{Script=Katakana}ー]{2,})(?=(?:する|した|して|しな|しま|しておら|され|でき|出来|せず|しず|さな))/gu;

export interface Direction {
  readonly said: (sentence: string) => boolean;
  readonly opposite: (sentence: string) => boolean;
}

/** Undefined where the question asserts nothing that has an opposite. */
export interface Stance {
  readonly wanted: readonly Direction[];
  readonly predicates: readonly { readonly word: string; readonly isNegative: boolean }[];
}

export function stanceOf(folded: string): Stance | undefined {
  const wanted = opposites.flatMap(([up, down]): Direction[] => {
    const hasUp = up.test(folded);
    const hasDown = down.test(folded);
    if (hasUp === hasDown) return [];
    const says = (words: RegExp) => (sentence: string) => words.test(sentence);
    return [hasUp ? { said: says(up), opposite: says(down) } : { said: says(down), opposite: says(up) }];
  });
  const predicates = [...folded.matchAll(predicate)].map(({ 1: word = "", index }) => ({
    word,
    isNegative: isNegated(folded, index + word.length),
  }));
  return wanted.length + predicates.length === 0 ? undefined : { wanted, predicates };
}

/** `against`: it says the opposite and nowhere what was asked. */
export function opposes(stance: Stance, folded: string): boolean {
  if (stance.wanted.some(({ said, opposite }) => opposite(folded) && !said(folded))) return true;
  return stance.predicates.some(({ word, isNegative }) => {
    let found = false;
    for (let at = folded.indexOf(word); at !== -1; at = folded.indexOf(word, at + 1)) {
      if (isNegated(folded, at + word.length) === isNegative) return false;
      found = true;
    }
    return found;
  });
}

function isNegated(folded: string, from: number): boolean {
  return negative.test(folded.slice(from, from + 12).replace(/^(?:が|を|は|も)/u, ""));
}
