/**
 * Random numbers derived from a path: the same seed and path give the same numbers, whatever was drawn before. One
 * document of one issuer can therefore be generated again alone, when its PDF is opened.
 */
export interface Random {
  /** From 0 up to, not including, 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  int(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Some of the items, in their order. */
  some<T>(items: readonly T[], count: number): T[];
}

export function randomOf(seed: number, ...path: readonly (string | number)[]): Random {
  let state = (hash(`${seed}/${path.join("/")}`) || 1) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  const pick = <T>(items: readonly T[]): T => {
    const item = items[int(0, items.length - 1)];
    if (item === undefined) throw new Error("nothing to pick from");
    return item;
  };
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick,
    some(items, count) {
      const indexes = items.map((_, index) => index);
      while (indexes.length > count) indexes.splice(int(0, indexes.length - 1), 1);
      return indexes.flatMap((index) => {
        const item = items[index];
        return item === undefined ? [] : [item];
      });
    },
  };
}

/** FNV-1a over UTF-16 units, finished with a mixing step: short paths must not give neighbouring states. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value ^= text.charCodeAt(index);
    value = Math.imul(value, 0x01000193);
  }
  value ^= value >>> 16;
  value = Math.imul(value, 0x85ebca6b);
  return (value ^ (value >>> 13)) >>> 0;
}
