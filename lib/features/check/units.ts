import type { Unit } from "./quantities.ts";

/** A unit as tables tell it apart from their figures: (百万円), 単位：千円, in millions of yen, ％. */
export interface ToldUnit {
  readonly unit: Unit;
  readonly scale: number;
}

const words: readonly (readonly [RegExp, Unit, number])[] = [
  [/^百万(?:円)$/u, "yen", 6],
  [/^千円$/u, "yen", 3],
  [/^億円$/u, "yen", 8],
  [/^十億円$/u, "yen", 9],
  [/^兆円$/u, "yen", 12],
  [/^万円$/u, "yen", 4],
  [/^円(?:銭)?$/u, "yen", 0],
  [/^[%]$|^percent$/u, "percent", 0],
  [/^(?:%)?(?:ポイント|pt)$/u, "points", 0],
  [/^倍$|^times$|^x$/u, "times", 0],
  [/^株$|^shares$/u, "shares", 0],
  [/^千株$|^thousandsofshares$|^thousandshares$/u, "shares", 3],
  [/^百万株$/u, "shares", 6],
  [/^[人名]$|^persons?$|^people$|^employees$/u, "persons", 0],
  [/^[歳年]$|^years?$/u, "years", 0],
  [/^(?:in)?(?:¥|jpy|yen)?(?:in)?(?:millions?|mn|mm)(?:of)?(?:¥|jpy|yen)?$|^¥m$/u, "yen", 6],
  [/^(?:in)?(?:¥|jpy|yen)?(?:in)?(?:billions?|bn)(?:of)?(?:¥|jpy|yen)?$|^¥b$/u, "yen", 9],
  [/^(?:in)?(?:¥|jpy|yen)?(?:in)?thousands?(?:of)?(?:¥|jpy|yen)?$/u, "yen", 3],
  [/^(?:in)?(?:¥|jpy|yen)$/u, "yen", 0],
];

function toldBy(word: string): ToldUnit | undefined {
  const bare = word.replace(/単位|unit[s]?|[:：\s・,.]/giu, "").toLowerCase();
  const found = words.find(([pattern]) => pattern.test(bare));
  return found === undefined ? undefined : { unit: found[1], scale: found[2] };
}

/** The unit that an even text tells in brackets, after 単位, or by nothing but it. */
export function unitIn(text: string): ToldUnit | undefined {
  const whole = toldBy(text.slice(0, 60));
  if (whole !== undefined) return whole;
  for (const [, inner = ""] of text.matchAll(/[(（[［]([^()（）[\]［］]{1,40})[)）\]］]/gu)) {
    const told = inner
      .split(/[、,]/u)
      .map(toldBy)
      .find((each) => each !== undefined);
    if (told !== undefined) return told;
  }
  const after = /単位\s?[:：]?\s?([^\s()（）、。]{1,6})/u.exec(text)?.[1];
  return after === undefined ? undefined : toldBy(after);
}
