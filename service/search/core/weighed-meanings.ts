import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { Meaning } from "./asked-meanings.ts";
import type { Corpus } from "./corpus.ts";
import { inverseFrequency } from "./ranking.ts";
import { charactersOf, inField, isWordToken } from "./tokens.ts";

/** A meaning as one index holds it. */
export interface WeighedMeaning {
  readonly weight: number;
  readonly sayings: readonly { readonly folded: string; readonly share: number; readonly tokens: readonly number[] }[];
}

/** Passages with how often they say something. */
export interface Sayers {
  readonly length: number;
  readonly passages: Uint32Array;
  readonly counts: Float64Array;
}

/** The rarest tokens of a long term find it as well as all of them. */
const tokensMax = 3;
/** With their terms they stay below the 1,024 clauses that an engine allows. */
const meaningsMax = 16;

export function weighMeanings(
  corpus: Pick<Corpus, "passageCount" | "frequency">,
  meanings: readonly Meaning[],
  place: "text" | "fields",
  frequencyMax: number,
): WeighedMeaning[] {
  const weighed = meanings.flatMap(({ share: shareOfAll, sayings }) => {
    let among = 0;
    const held = sayings.flatMap(({ folded, share, [place]: tokens }) => {
      const counted = tokens.map((token) => ({
        token,
        frequency: corpus.frequency(place === "fields" ? inField(token) : token),
      }));
      counted.sort((x, y) => x.frequency - y.frequency || x.token - y.token);
      const least = counted[0]?.frequency ?? 0;
      if (least === 0 || least > frequencyMax) return [];
      among += share * least;
      return [{ folded, share, tokens: counted.slice(0, tokensMax).map(({ token }) => token) }];
    });
    if (held.length === 0) return [];
    return [{ weight: shareOfAll * inverseFrequency(corpus.passageCount, among), sayings: held }];
  });
  return weighed.sort((x, y) => y.weight - x.weight).slice(0, meaningsMax);
}

/** The passages that say it in any way, each way counting by its share. */
export function sayersOf(corpus: Corpus, { sayings }: WeighedMeaning, place: "text" | "fields"): Sayers {
  const found = sayings.map(({ share, tokens }) => {
    const [first, ...others] = tokens.map((token) => corpus.postings(place === "fields" ? inField(token) : token));
    if (first === undefined) return none;
    let held: Sayers = { ...first, counts: Float64Array.from(first.counts.subarray(0, first.length)) };
    for (const other of others) held = inBoth(held, other);
    for (let i = 0; i < held.length; i++) held.counts[i] = share * (held.counts[i] ?? outOfRange());
    return held;
  });
  return found.reduce(inEither, none);
}

const none: Sayers = { length: 0, passages: new Uint32Array(0), counts: new Float64Array(0) };

function inBoth(x: Sayers, y: { length: number; passages: Uint32Array; counts: Uint8Array }): Sayers {
  const passages = new Uint32Array(x.length);
  const counts = new Float64Array(x.length);
  let length = 0;
  let j = 0;
  for (let i = 0; i < x.length; i++) {
    const passage = x.passages[i] ?? outOfRange();
    while (j < y.length && (y.passages[j] ?? outOfRange()) < passage) j++;
    if (j === y.length) break;
    if (y.passages[j] !== passage) continue;
    passages[length] = passage;
    counts[length++] = Math.min(x.counts[i] ?? outOfRange(), y.counts[j] ?? outOfRange());
  }
  return { length, passages, counts };
}

function inEither(x: Sayers, y: Sayers): Sayers {
  if (x.length === 0) return y;
  if (y.length === 0) return x;
  const passages = new Uint32Array(x.length + y.length);
  const counts = new Float64Array(x.length + y.length);
  let length = 0;
  for (let i = 0, j = 0; i < x.length || j < y.length; length++) {
    const ofX = i < x.length ? (x.passages[i] ?? outOfRange()) : Infinity;
    const ofY = j < y.length ? (y.passages[j] ?? outOfRange()) : Infinity;
    passages[length] = Math.min(ofX, ofY);
    counts[length] =
      (ofX <= ofY ? (x.counts[i++] ?? outOfRange()) : 0) + (ofY <= ofX ? (y.counts[j++] ?? outOfRange()) : 0);
  }
  return { length, passages, counts };
}

/** How much a sentence says of a question: each meaning once, by its surest saying. */
export function saidIn(sentence: string, meanings: readonly WeighedMeaning[]): number {
  let sum = 0;
  for (const { weight, sayings } of meanings) {
    let best = 0;
    for (const { folded, share } of sayings) if (share > best && sentence.includes(folded)) best = share;
    sum += weight * best;
  }
  return sum;
}

/** The same for a title, a row's label or a name, and which part of it the question's meanings cover. */
export function saidInField(tokens: readonly number[], meanings: readonly WeighedMeaning[]) {
  const own = new Set(tokens);
  const said = new Set<number>();
  let score = 0;
  for (const { weight, sayings } of meanings) {
    let best = 0;
    for (const { share, tokens: wanted } of sayings) {
      if (!wanted.every((token) => own.has(token))) continue;
      best = Math.max(best, share);
      for (const token of wanted) for (const part of partsOf(token)) said.add(part);
    }
    score += weight * best;
  }
  const covered = tokens.filter((token) => partsOf(token).every((part) => said.has(part))).length;
  return { score, precision: tokens.length === 0 ? 0 : covered / tokens.length };
}

/** The pairs across two terms, as 当政 in 配当政策, are of their characters. */
const partsOf = (token: number) => (isWordToken(token) ? [token] : charactersOf(token));
