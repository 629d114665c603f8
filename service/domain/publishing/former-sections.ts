import { visibleWords } from "../../../lib/text/toc/visible-words.ts";
import type { DividedAnew, FormerWords, SectionText } from "../../storage/ports.ts";
import { hashSections, type SectionHashes } from "./measure-sections.ts";
import type { PublicationSection } from "./publication.ts";

/**
 * Looks up the words of a document's former sections in its sections of now, so that what was bought of them counts,
 * whatever marks their headings had. Former sections are known by the hash of their text; places count visible
 * characters of the whole document. Null where no section was ever divided otherwise, or under another issuer's tags.
 */
export function divideAnew(
  now: readonly PublicationSection[],
  before: readonly SectionText[],
  known: DividedAnew | null,
  issuerBefore?: string,
): DividedAnew | null {
  const hashes = hashSections(now);
  const hashesBefore = hashSections(before);
  if (known === null && issuerBefore === undefined && isSameOutline(hashes, hashesBefore)) return null;
  const [words, wordsBefore] = [placesOf(now), placesOf(before)];
  const own = ownWords(words.starts, hashes);
  const runs = commonRuns(wordsBefore.text, words.text);
  const former = [...ownWords(wordsBefore.starts, hashesBefore), ...(known?.former ?? [])].map((each) =>
    issuerBefore === undefined || each.issuer !== undefined ? each : { ...each, issuer: issuerBefore },
  );
  const kept = new Map<string, FormerWords>();
  for (const each of former.flatMap((piece) => within(runs, piece))) kept.set(Object.values(each).join(), each);
  for (const each of own) kept.delete(Object.values(each).join());
  return kept.size === 0 ? null : { starts: words.starts, former: [...kept.values()] };
}

function isSameOutline(a: readonly SectionHashes[], b: readonly SectionHashes[]): boolean {
  return a.length === b.length && a.every(({ text }, at) => text === b[at]?.text);
}

/** The place of each section, and the end of the last. */
function placesOf(sections: readonly Pick<SectionText, "markdown">[]): { text: string; starts: number[] } {
  const starts = [0];
  const texts = sections.map(({ markdown }) => visibleWords(markdown));
  for (const text of texts) starts.push((starts.at(-1) ?? 0) + text.length);
  return { text: texts.join(""), starts };
}

function ownWords(starts: readonly number[], hashes: readonly SectionHashes[]): FormerWords[] {
  return hashes.map(({ text }, at) => {
    return { textHash: text, offset: 0, start: starts[at] ?? 0, end: starts[at + 1] ?? 0 };
  });
}

/** The same words in both texts. */
interface Run {
  readonly before: number;
  readonly now: number;
  readonly length: number;
}

function within(runs: readonly Run[], piece: FormerWords): FormerWords[] {
  return runs.flatMap((run) => {
    const start = Math.max(piece.start, run.before);
    const end = Math.min(piece.end, run.before + run.length);
    if (start >= end) return [];
    const moved = run.now - run.before;
    return [{ ...piece, offset: piece.offset + start - piece.start, start: start + moved, end: end + moved }];
  });
}

/** Fewer characters may stand anywhere by chance, and would be searched for in vain. */
const runLeast = 16;

/** In one pass through the former text; mostly it is one run from beginning to end. */
function commonRuns(before: string, now: string): Run[] {
  const runs: Run[] = [];
  let places: ReadonlyMap<string, readonly number[]> | undefined;
  let expected = 0;
  for (let at = 0; at < before.length; ) {
    let place = expected;
    let length = commonLength(before, at, now, place);
    if (length < runLeast && at + length < before.length) {
      places ??= placesOfRuns(now);
      place = nearest(places.get(before.slice(at, at + runLeast)) ?? [], expected);
      length = place === -1 ? 0 : commonLength(before, at, now, place);
    }
    if (length === 0) {
      at++;
      continue;
    }
    const back = commonLengthBefore(before, at, now, place, runs.at(-1));
    runs.push({ before: at - back, now: place - back, length: back + length });
    at += length;
    expected = place + length;
  }
  return runs;
}

function commonLength(a: string, atA: number, b: string, atB: number): number {
  let length = 0;
  while (atA + length < a.length && a[atA + length] === b[atB + length]) length++;
  return length;
}

/** How much is common before both places, behind the run before. */
function commonLengthBefore(a: string, atA: number, b: string, atB: number, last: Run | undefined): number {
  const most = Math.min(atA - (last === undefined ? 0 : last.before + last.length), atB);
  let length = 0;
  while (length < most && a[atA - length - 1] === b[atB - length - 1]) length++;
  return length;
}

/** Of a text of millions of characters not every place is remembered, which would take gigabytes. */
const placesInAll = 500_000;

function placesOfRuns(text: string): Map<string, number[]> {
  const places = new Map<string, number[]>();
  const step = Math.ceil(text.length / placesInAll);
  for (let at = 0; at + runLeast <= text.length; at += step) {
    const run = text.slice(at, at + runLeast);
    const known = places.get(run);
    if (known === undefined) places.set(run, [at]);
    else if (known.length < placesMost) known.push(at);
  }
  return places;
}

/** Of one run; a text that repeats a line thousands of times is searched at its first ones. */
const placesMost = 100;

/** The first from `expected` on, else the last before it; -1 where there is none. */
function nearest(places: readonly number[], expected: number): number {
  return places.find((each) => each >= expected) ?? places.at(-1) ?? -1;
}
