/** How much of a text's pairs of characters stand in another, from 0 to 1. */
export function contained(text: string, within: ReadonlySet<string>): number {
  const pairs = pairsOf(text);
  if (pairs.size === 0) return 0;
  let shared = 0;
  for (const pair of pairs) if (within.has(pair)) shared++;
  return shared / pairs.size;
}

/** How alike two short texts are, from 0 to 1: twice what they share by all that they have. */
export function alike(a: string, b: string): number {
  if (a === b) return 1;
  const [left, right] = [pairsOf(a), pairsOf(b)];
  let shared = 0;
  for (const pair of left) if (right.has(pair)) shared++;
  return left.size + right.size === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

export function pairsOf(text: string): Set<string> {
  const characters = [...text.replace(/\s/gu, "")];
  if (characters.length === 1) return new Set(characters);
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < characters.length; i++) pairs.add(`${characters[i]}${characters[i + 1]}`);
  return pairs;
}
