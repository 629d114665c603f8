/**
 * Sections are cut into passages of 400 to 800 characters at the ends of sentences: long enough to contain an answer
 * with its context, short enough that length has little effect. Joined, the passages are the section's text.
 */
export const passageLengthMin = 400;
export const passageLengthMax = 800;
const passageLengthAim = 600;

/** Ends of sentences, with the closing marks and white space that belong to them. */
const sentenceEnd = /[。！？!?．]+[」』）)】〉》”"']*\s*|\n\s*/gu;

/** [start, end) of each sentence; together they are the whole text. */
export function sentences(text: string): [number, number][] {
  const found: [number, number][] = [];
  let start = 0;
  for (const match of text.matchAll(sentenceEnd)) {
    const end = match.index + match[0].length;
    if (end > start) found.push([start, end]);
    start = end;
  }
  if (start < text.length) found.push([start, text.length]);
  return found;
}

export function passages(text: string): string[] {
  if (text.length <= passageLengthMax) return text === "" ? [] : [text];
  const cuts: number[] = [];
  let start = 0;
  for (const [from, to] of pieces(text)) {
    // A piece that no longer fits begins the next passage; so does any piece once there is enough.
    if (from > start && (to - start > passageLengthMax || from - start >= passageLengthAim)) {
      cuts.push(from);
      start = from;
    }
  }
  const last = cuts.at(-1);
  const before = cuts.at(-2) ?? 0;
  if (last !== undefined && text.length - last < passageLengthMin && text.length - before <= passageLengthMax)
    cuts.pop();
  return [0, ...cuts].map((from, i) => text.slice(from, cuts[i] ?? text.length));
}

/** Sentences, and parts of those too long for a passage. */
function* pieces(text: string): Generator<[number, number]> {
  for (const [from, to] of sentences(text)) {
    let start = from;
    while (to - start > passageLengthMin) {
      const end = to - start <= passageLengthMax ? to : softCut(text, start);
      yield [start, end];
      start = end;
      if (end === to) break;
    }
    if (start < to) yield [start, to];
  }
}

/** After white space or punctuation where there is some, and never between what folding reads together. */
function softCut(text: string, start: number): number {
  for (let end = start + passageLengthMax; end > start + passageLengthMin; end--) {
    const before = text.charAt(end - 1);
    if (
      /[\s、，；;：」）)]/u.test(before) &&
      !/[\s\p{M}]/u.test(text.charAt(end)) &&
      !/[△▲]\s*$/u.test(text.slice(end - 4, end))
    ) {
      return end;
    }
  }
  let end = start + passageLengthMax;
  while (end > start + passageLengthMin && !/[\p{Script=Han}ぁ-ゖ]/u.test(text.charAt(end - 1))) end--;
  return /[\uDC00-\uDFFF]/u.test(text.charAt(end)) ? end - 1 : end;
}

const atSentence = /[。！？!?．\n][」』）)】〉》”"'\s]*$/u;
const atPause = /[\s、，；;：」）)]$/u;

/** How a passage ends: 0 with a sentence, 1 at white space or punctuation, 2 in the middle of something. */
export function cutAfter(passage: string): number {
  return atSentence.test(passage.slice(-16)) ? 0 : atPause.test(passage) ? 1 : 2;
}

/**
 * The kind of cut from which on a folded term may span it; below that the term would have to contain what is before the
 * cut.
 */
export function mayBeCut(term: string): number {
  const inside = term.slice(0, -1);
  if (/[。!?.」』)】〉》”"'\s]/u.test(inside)) return 0;
  return /[、,;:]/u.test(inside) ? 1 : 2;
}
