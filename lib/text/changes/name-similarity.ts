/**
 * How alike two names are, from 0 to 1: twice the pairs of characters that they share, by all that they have. Each name
 * is compared with many others, so its pairs are kept for as long as the function is.
 */
export function createNameSimilarity(): (a: string, b: string) => number {
  const known = new Map<string, Map<string, number>>();
  const knownPairs = (text: string) => {
    const pairs = known.get(text) ?? pairsOf(text);
    known.set(text, pairs);
    return pairs;
  };
  return (a, b) => (a === b ? 1 : sharedOf(knownPairs(a), knownPairs(b)));
}

function sharedOf(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): number {
  const total = count(first) + count(second);
  if (total === 0) return 0;
  let shared = 0;
  for (const [pair, times] of first) shared += Math.min(times, second.get(pair) ?? 0);
  return (2 * shared) / total;
}

function pairsOf(text: string): Map<string, number> {
  const characters = [...text];
  const pairs = new Map<string, number>();
  for (let at = 0; at + 1 < characters.length; at++) {
    const pair = `${characters[at]}${characters[at + 1]}`;
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function count(pairs: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const times of pairs.values()) total += times;
  return total;
}
