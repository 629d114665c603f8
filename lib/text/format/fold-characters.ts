import { characterTable, dashes } from "./fold-table.ts";
import { nfkc } from "./nfkc.ts";

/** Folds single characters and clusters, without looking at the characters around them. */
const plain = 1;
export const single = 2;
const several = 3;
/** Composes with the character before it, or is dropped. */
export const mark = 4;
export const surrogate = 5;

/** The kind of each source unit. Filled as characters occur, since texts use few of the 65,536. */
export const kinds = new Uint8Array(65_536);
export const singles = new Uint16Array(65_536);
const clusters = new Map<string, string>();
const clustersMax = 20_000;

export function classify(code: number): number {
  const character = String.fromCharCode(code);
  let kind: number;
  if (code >= 0xd800 && code <= 0xdfff) kind = surrogate;
  else if (composes(character)) kind = mark;
  else {
    const folded = foldCharacters(character);
    kind = folded.length !== 1 ? several : folded === character ? plain : single;
    singles[code] = folded.length === 1 ? folded.charCodeAt(0) : 0;
  }
  kinds[code] = kind;
  return kind;
}

/** Marks, the half-width voicing marks, variation selectors, and Hangul vowels and finals. */
const composes = (character: string) => /^[\p{M}\u1160-\u11FF]/u.test(character.normalize("NFKC"));

export function foldCluster(cluster: string): string {
  const known = clusters.get(cluster);
  if (known !== undefined) return known;
  const folded = foldCharacters(cluster);
  if (clusters.size >= clustersMax) clusters.clear();
  clusters.set(cluster, folded);
  return folded;
}

/** Without context: compatibility forms, case and the character table; invisible characters are dropped. */
function foldCharacters(text: string): string {
  let folded = text;
  for (let before = ""; before !== folded; ) {
    before = folded;
    folded = nfkc(nfkc(folded).toLowerCase());
  }
  folded = folded.replace(/[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]|[\p{M}\u1160-\u11FF]/gu, "");
  folded = folded.replace(/[\s\u0085]/gu, " ").replace(/\p{Cc}/gu, "");
  // Decided by the dash in the source, before NFKC turns it into a hyphen.
  if (text.length === 1 && dashes.includes(text)) return "ー";
  let out = "";
  for (const character of folded) {
    out += characterTable.get(character) ?? (dashes.includes(character) ? "ー" : character);
  }
  return out;
}
