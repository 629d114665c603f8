import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import { TermTooCommonError } from "../port.ts";
import type { Candidates } from "./candidates.ts";
import { allowed, type Corpus, fieldLine, type Postings, removed } from "./corpus.ts";
import { mayBeCut } from "./passages.ts";
import { inverseFrequency, lengthNorm, rounded, saturation } from "./ranking.ts";
import { type Selected, select } from "./select.ts";
import { advance, intersect, startsAcross } from "./term-places.ts";
import { termTokens } from "./tokens.ts";

/**
 * Keyword search: a section matches when each term occurs in it or its context, and at least one in the text of the
 * section itself. The index has the passages that contain all tokens of a term; where that does not prove the term, the
 * text is read, best candidates first, until enough have passed. A section's score is that of its best passage.
 */
export function searchLexically(
  corpus: Corpus,
  standing: Uint8Array,
  terms: readonly string[],
  topK: number,
  accept: (section: number) => boolean,
  trace?: LexicalTrace,
): Selected[] {
  if (terms.length === 0) return [];
  const plans = planTerms(corpus, standing, terms);
  if (trace !== undefined) trace.plans = plans ?? [];
  if (plans === undefined) return [];
  const candidates = candidatesOf(corpus, standing, plans);
  if (trace !== undefined) trace.candidateCount = candidates.length;
  const open = plans.filter((plan) => !plan.exact);
  const known = plans.filter((plan) => plan.exact);
  const reader = new TermReader(corpus);
  const isMatch = (section: number): boolean => {
    if (!accept(section)) return false;
    if (open.length === 0) return true;
    if (trace !== undefined) trace.readCount++;
    corpus.step();
    let inText = known.some((plan) => occursInText(corpus, plan.full, section));
    for (const plan of open) {
      const place = reader.place(section, plan);
      if (place === undefined) return false;
      inText ||= place === "text";
    }
    return inText;
  };
  return select(corpus, candidates, topK, { accept: isMatch });
}

export interface LexicalTrace {
  plans: readonly TermPlan[];
  candidateCount: number;
  readCount: number;
}

export interface TermPlan {
  readonly term: string;
  /** Being in `full` proves the term. */
  readonly exact: boolean;
  /** Passages, contexts among them, that show all tokens, with the least of their counts. */
  readonly full: Postings;
  /** Passages in which the term may begin to end in the next. */
  readonly across: Uint32Array;
  readonly frequency: number;
  readonly weight: number;
}

/** Undefined where some term can't occur anywhere. */
function planTerms(corpus: Corpus, standing: Uint8Array, terms: readonly string[]): TermPlan[] | undefined {
  const each = terms.map((term) => ({ term, ...termTokens(term) }));
  // Before anything is decoded: a token that occurs nowhere ends the search.
  if (each.some(({ tokens }) => tokens.some((token) => corpus.frequency(token) === 0))) return undefined;
  const plans: TermPlan[] = [];
  for (const { term, tokens, range, exact } of each) {
    corpus.step();
    if (range !== null && corpus.isTooCommon(...range)) throw new TermTooCommonError(term);
    const lists = range === null ? tokens.map((token) => corpus.postings(token)) : [corpus.postingsBetween(...range)];
    lists.sort((x, y) => x.length - y.length);
    const frequency = Math.min(...lists.map((list) => countNotRemoved(corpus, standing, list)));
    if (frequency === 0) return undefined;
    const full = intersect(lists);
    const across = exact ? new Uint32Array(0) : startsAcross(corpus, lists, mayBeCut(term));
    plans.push({ term, exact, full, across, frequency, weight: inverseFrequency(corpus.passageCount, frequency) });
  }
  return plans;
}

/** Removed documents leave their postings behind until segments are merged; they must not count. */
function countNotRemoved(corpus: Corpus, standing: Uint8Array, list: Postings): number {
  if (corpus.removedCount === 0) return list.length;
  const { passages } = list;
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    if (standing[corpus.owners[passages[i] ?? outOfRange()] ?? outOfRange()] !== removed) count++;
  }
  return count;
}

function candidatesOf(corpus: Corpus, standing: Uint8Array, plans: readonly TermPlan[]): Candidates {
  const [plan, ...others] = plans;
  if (plan !== undefined && others.length === 0) return scoreOneTerm(corpus, standing, plan);
  return scoreSections(corpus, sectionsWithAll(corpus, standing, plans), plans);
}

/** The commonest query, one word, in one pass, since the passages of a section lie together. */
function scoreOneTerm(corpus: Corpus, standing: Uint8Array, plan: TermPlan): Candidates {
  const candidates = corpus.lists.take();
  const { owners, sections, lengths, meanLength } = corpus;
  const { across, exact, weight } = plan;
  const { passages, counts, length } = plan.full;
  let section = -1;
  let isAllowed = false;
  let best = 0;
  let bestPassage = -1;
  let next = 0;
  /** If the text decides, a section without a score may still have the term, in its context or across a cut. */
  const close = () => {
    if (isAllowed && (best > 0 || !exact)) candidates.push(section, bestPassage, rounded(best));
  };
  const enter = (entered: number) => {
    close();
    section = entered;
    best = 0;
    bestPassage = section;
    isAllowed = standing[owners[section] ?? outOfRange()] === allowed;
  };
  for (let i = 0; i < length; i++) {
    if ((i & 8191) === 0) corpus.step();
    const passage = passages[i] ?? outOfRange();
    for (; next < across.length && (across[next] ?? outOfRange()) < passage; next++) {
      const itsSection = sections[across[next] ?? outOfRange()] ?? outOfRange();
      if (itsSection !== section) enter(itsSection);
    }
    const itsSection = sections[passage] ?? outOfRange();
    if (itsSection !== section) enter(itsSection);
    if (!isAllowed || passage === section) continue;
    const norm = lengthNorm(lengths[passage] ?? outOfRange(), meanLength);
    const score = weight * saturation(counts[i] ?? outOfRange(), norm);
    if (score > best) {
      best = score;
      bestPassage = passage;
    }
  }
  for (; next < across.length; next++) {
    const itsSection = sections[across[next] ?? outOfRange()] ?? outOfRange();
    if (itsSection !== section) enter(itsSection);
  }
  close();
  return candidates;
}

/** Sections that may be answered and show every term, somewhere in context or text. The rarest term leads. */
function sectionsWithAll(corpus: Corpus, standing: Uint8Array, plans: readonly TermPlan[]): Uint32Array {
  const [first, ...others] = [...plans].sort(
    (x, y) => x.full.length + x.across.length - y.full.length - y.across.length,
  );
  if (first === undefined) return new Uint32Array(0);
  let found = sectionsOf(corpus, standing, first);
  for (const plan of others) {
    corpus.step();
    found = sectionsThatShow(corpus, plan, found);
  }
  return found;
}

/** Leaps through the longer list, of which most sections are not asked for. */
function sectionsThatShow(corpus: Corpus, { full, across }: TermPlan, found: Uint32Array): Uint32Array {
  const { sections } = corpus;
  let count = 0;
  let inFull = 0;
  let inAcross = 0;
  for (let i = 0; i < found.length; i++) {
    const section = found[i] ?? outOfRange();
    inFull = advance(full.passages, full.length, inFull, section);
    inAcross = advance(across, across.length, inAcross, section);
    const shows =
      (inFull < full.length && sections[full.passages[inFull] ?? outOfRange()] === section) ||
      (inAcross < across.length && sections[across[inAcross] ?? outOfRange()] === section);
    if (shows) found[count++] = section;
  }
  return found.subarray(0, count);
}

function sectionsOf(corpus: Corpus, standing: Uint8Array, plan: TermPlan): Uint32Array {
  const { owners, sections } = corpus;
  const { full, across } = plan;
  const found = new Uint32Array(full.length + across.length);
  let count = 0;
  let next = 0;
  for (let i = 0; i <= full.length; i++) {
    const passage = i < full.length ? (full.passages[i] ?? outOfRange()) : 0xffff_ffff;
    for (; next < across.length && (across[next] ?? outOfRange()) < passage; next++) {
      const section = sections[across[next] ?? outOfRange()] ?? outOfRange();
      if (standing[owners[section] ?? outOfRange()] !== allowed) continue;
      if (count === 0 || found[count - 1] !== section) found[count++] = section;
    }
    if (i === full.length) break;
    const section = sections[passage] ?? outOfRange();
    if (standing[owners[section] ?? outOfRange()] !== allowed) continue;
    if (count === 0 || found[count - 1] !== section) found[count++] = section;
  }
  return found.subarray(0, count);
}

function scoreSections(corpus: Corpus, found: Uint32Array, plans: readonly TermPlan[]): Candidates {
  const candidates = corpus.lists.take(found.length);
  const open = plans.some((plan) => !plan.exact);
  const { sections, lengths, meanLength, scratch } = corpus;
  const starts = new Uint32Array(plans.length);
  const touched: number[] = [];
  for (let i = 0; i < found.length; i++) {
    if ((i & 1023) === 0) corpus.step();
    const section = found[i] ?? outOfRange();
    touched.length = 0;
    for (let each = 0; each < plans.length; each++) {
      const plan = plans[each];
      if (plan === undefined) continue;
      const { passages, counts, length } = plan.full;
      let at = starts[each] ?? outOfRange();
      if (at + 64 < length && (passages[at + 64] ?? outOfRange()) < section) at = firstFrom(plan.full, section);
      while (at < length && (passages[at] ?? outOfRange()) < section) at++;
      for (; at < length; at++) {
        const passage = passages[at] ?? outOfRange();
        if (sections[passage] !== section) break;
        if (passage === section) continue;
        const before = scratch[passage] ?? outOfRange();
        if (before === 0) touched.push(passage);
        scratch[passage] =
          before +
          plan.weight *
            saturation(counts[at] ?? outOfRange(), lengthNorm(lengths[passage] ?? outOfRange(), meanLength));
      }
      starts[each] = at;
    }
    let best = 0;
    let bestPassage = section;
    for (const passage of touched) {
      const score = scratch[passage] ?? outOfRange();
      scratch[passage] = 0;
      if (score > best || (score === best && passage < bestPassage)) {
        best = score;
        bestPassage = passage;
      }
    }
    if (open || touched.length > 0) candidates.push(section, bestPassage, rounded(best));
  }
  return candidates;
}

function occursInText(corpus: Corpus, list: Postings, section: number): boolean {
  const at = firstFrom(list, section + 1);
  return at < list.length && corpus.sections[list.passages[at] ?? outOfRange()] === section;
}

function firstFrom(list: { readonly passages: Uint32Array; readonly length: number }, passage: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list.passages[middle] ?? outOfRange()) < passage) low = middle + 1;
    else high = middle;
  }
  return low;
}

class TermReader {
  readonly #corpus: Corpus;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  place(section: number, plan: TermPlan): "text" | "context" | undefined {
    const { sections } = this.#corpus;
    const { full, across, term } = plan;
    for (let at = firstFrom(full, section + 1); at < full.length; at++) {
      const passage = full.passages[at] ?? outOfRange();
      if (sections[passage] !== section) break;
      if (this.folded(passage).includes(term)) return "text";
    }
    const list = { passages: across, length: across.length };
    for (let at = firstFrom(list, section + 1); at < across.length; at++) {
      const passage = across[at] ?? outOfRange();
      if (sections[passage] !== section) break;
      if (this.#joined(section, passage, term.length).includes(term)) return "text";
    }
    return full.passages[firstFrom(full, section)] === section && this.folded(section).includes(term)
      ? "context"
      : undefined;
  }

  /** A passage and as much of the next ones as a term that begins in it may reach. */
  #joined(section: number, passage: number, length: number): string {
    let text = this.folded(passage);
    const wanted = text.length + length - 1;
    for (let next = passage + 1; text.length < wanted; next++) {
      if (next >= this.#corpus.passageEnd || this.#corpus.sections[next] !== section) break;
      if (this.#corpus.cuts[next] === fieldLine) break;
      text += this.folded(next);
    }
    return text;
  }

  folded(passage: number): string {
    return this.#corpus.texts.folded(passage);
  }
}
