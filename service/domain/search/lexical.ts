import { foldText } from "../../../lib/format/fold.ts";
import { allowed, type Corpus, type Postings, removed, type SectionMatch } from "./corpus.ts";
import { inverseFrequency, lengthNorm, rounded, saturation } from "./ranking.ts";
import { Candidates, select } from "./select.ts";
import { type TermTokens, termTokens } from "./tokens.ts";

/**
 * Keyword search: a section matches when each term stands in it, or in its context, and at least one in the text
 * of the section itself. The index tells where all tokens of the terms stand; where that does not prove the term,
 * the text is read, best candidates first, until enough have passed. A section's score is that of its best passage.
 */
export function searchLexically(
  corpus: Corpus,
  standing: Uint8Array,
  terms: readonly string[],
  topK: number,
  trace?: LexicalTrace,
): SectionMatch[] {
  if (terms.length === 0) return [];
  const plans = planTerms(corpus, standing, terms);
  trace?.plans.push(...(plans ?? []));
  if (plans === undefined) return [];
  const sections = sectionsWithAll(corpus, standing, plans);
  const candidates = scoreSections(corpus, sections, plans);
  if (trace !== undefined) trace.candidateCount = candidates.length;
  const open = plans.filter((plan) => !plan.exact);
  const reader = new TermReader(corpus);
  return select(corpus, candidates, topK, (section) => {
    if (open.length === 0) return true;
    if (trace !== undefined) trace.readCount++;
    corpus.step();
    let inText = plans.some((plan) => plan.exact && plan.inText.has(section));
    for (const plan of open) {
      const place = reader.place(section, plan);
      if (place === undefined) return false;
      inText ||= place === "text";
    }
    return inText;
  });
}

export interface LexicalTrace {
  readonly plans: TermPlan[];
  candidateCount: number;
  readCount: number;
}

export interface TermPlan extends TermTokens {
  readonly term: string;
  readonly lists: readonly Postings[];
  readonly frequency: number;
  readonly weight: number;
  /** Sections whose own text shows the term: known from the index for exact terms only. */
  readonly inText: { has(section: number): boolean };
}

function planTerms(corpus: Corpus, standing: Uint8Array, terms: readonly string[]): TermPlan[] | undefined {
  const tokensByTerm = terms.map((term) => ({ term, ...termTokens(term) }));
  // Before anything is decoded: a token that stands nowhere ends the search.
  if (tokensByTerm.some(({ tokens }) => tokens.some((token) => corpus.frequency(token) === 0))) return undefined;
  const known = new Map<number, Postings>();
  const postingsOf = (token: number) => {
    const list = known.get(token) ?? corpus.postings(token);
    known.set(token, list);
    return list;
  };
  const plans: TermPlan[] = [];
  for (const each of tokensByTerm) {
    corpus.step();
    const lists = each.range === null ? each.tokens.map(postingsOf) : [corpus.postingsBetween(...each.range)];
    const frequency = Math.min(...lists.map((list) => livingCount(corpus, standing, list)));
    if (frequency === 0) return undefined;
    const [only] = lists;
    const inText = {
      has: (section: number) => each.exact && only !== undefined && standsInText(corpus, only, section),
    };
    plans.push({ ...each, lists, frequency, weight: inverseFrequency(corpus.passageCount, frequency), inText });
  }
  return plans;
}

/** Removed documents leave their postings behind until segments are merged; they must not count. */
function livingCount(corpus: Corpus, standing: Uint8Array, list: Postings): number {
  let count = 0;
  for (let i = 0; i < list.length; i++) {
    if (standing[corpus.owners[list.passages[i] ?? 0] ?? 0] !== removed) count++;
  }
  return count;
}

function standsInText(corpus: Corpus, list: Postings, section: number): boolean {
  let at = firstFrom(list, section);
  if (at < list.length && list.passages[at] === section) at++;
  return at < list.length && corpus.sections[list.passages[at] ?? 0] === section;
}

function firstFrom(list: Postings, passage: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list.passages[middle] ?? 0) < passage) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sections that may be answered and show every token, somewhere in context or text. The rarest token leads. */
function sectionsWithAll(corpus: Corpus, standing: Uint8Array, plans: readonly TermPlan[]): Uint32Array {
  const lists = [...new Set(plans.flatMap((plan) => plan.lists))].sort((x, y) => x.length - y.length);
  const [rarest, ...others] = lists;
  if (rarest === undefined) return new Uint32Array(0);
  const found = new Uint32Array(rarest.length);
  let count = 0;
  for (let i = 0; i < rarest.length; i++) {
    const passage = rarest.passages[i] ?? 0;
    if (standing[corpus.owners[passage] ?? 0] !== allowed) continue;
    const section = corpus.sections[passage] ?? 0;
    if (count === 0 || found[count - 1] !== section) found[count++] = section;
  }
  for (const list of others) {
    corpus.step();
    count = keepSectionsOf(corpus, found, count, list);
  }
  return found.subarray(0, count);
}

function keepSectionsOf(corpus: Corpus, found: Uint32Array, count: number, list: Postings): number {
  // Few sections against a long list: look each up. Many: walk both.
  const lookUp = count * 16 < list.length;
  let kept = 0;
  let at = 0;
  for (let i = 0; i < count; i++) {
    const section = found[i] ?? 0;
    if (lookUp) at = firstFrom(list, section);
    else while (at < list.length && (list.passages[at] ?? 0) < section) at++;
    if (at >= list.length) break;
    if (corpus.sections[list.passages[at] ?? 0] === section) found[kept++] = section;
  }
  return kept;
}

function scoreSections(corpus: Corpus, sections: Uint32Array, plans: readonly TermPlan[]): Candidates {
  const candidates = new Candidates();
  const open = plans.some((plan) => !plan.exact);
  const lists = [...new Set(plans.flatMap((plan) => plan.lists))];
  const terms = plans.map((plan) => ({ weight: plan.weight, indexes: plan.lists.map((list) => lists.indexOf(list)) }));
  const cursors = new Uint32Array(lists.length);
  const counts = new Uint8Array(lists.length);
  for (let i = 0; i < sections.length; i++) {
    if ((i & 1023) === 0) corpus.step();
    const section = sections[i] ?? 0;
    let best = -1;
    let bestPassage = section;
    let inText = false;
    let passage = nextPassage(lists, cursors, section + 1);
    while (corpus.sections[passage] === section && passage < corpus.passageEnd) {
      for (let each = 0; each < lists.length; each++) {
        const list = lists[each];
        const at = cursors[each] ?? 0;
        counts[each] =
          list !== undefined && list.passages[at] === passage && at < list.length ? (list.counts[at] ?? 0) : 0;
      }
      const norm = lengthNorm(corpus.lengths[passage] ?? 0, corpus.meanLength);
      let score = 0;
      for (const term of terms) {
        let count = 255;
        for (const index of term.indexes) count = Math.min(count, counts[index] ?? 0);
        if (count > 0) {
          score += term.weight * saturation(count, norm);
          inText = true;
        }
      }
      if (score > best) {
        best = score;
        bestPassage = passage;
      }
      passage = nextPassage(lists, cursors, passage + 1);
    }
    if (inText || open) candidates.push(section, bestPassage, rounded(Math.max(0, best)));
  }
  return candidates;
}

/** Moves each cursor to `from`; the first passage from there on where any list stands. */
function nextPassage(lists: readonly Postings[], cursors: Uint32Array, from: number): number {
  let next = 0xffff_ffff;
  for (let each = 0; each < lists.length; each++) {
    const list = lists[each];
    if (list === undefined) continue;
    let at = cursors[each] ?? 0;
    if (at < list.length && (list.passages[at] ?? 0) + 4096 < from) at = Math.max(at, firstFrom(list, from));
    while (at < list.length && (list.passages[at] ?? 0) < from) at++;
    cursors[each] = at;
    if (at < list.length) next = Math.min(next, list.passages[at] ?? 0);
  }
  return next;
}

/** Reads texts to prove terms, each passage folded once. */
export class TermReader {
  readonly #corpus: Corpus;
  readonly #folded = new Map<number, string>();

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  place(
    section: number,
    plan: { readonly term: string; readonly lists: readonly Postings[] },
  ): "text" | "context" | undefined {
    const likely: number[] = [];
    const possible: number[] = [];
    for (let passage = section + 1; this.#corpus.sections[passage] === section; passage++) {
      if (passage >= this.#corpus.passageEnd) break;
      const holding = plan.lists.filter((list) => list.passages[firstFrom(list, passage)] === passage).length;
      if (holding === plan.lists.length) likely.push(passage);
      else if (plan.lists.length > 1) possible.push(passage);
    }
    for (const passage of [...likely, ...possible]) if (this.#standsFrom(section, passage, plan.term)) return "text";
    return this.#fold(section).includes(plan.term) ? "context" : undefined;
  }

  /** Whether the term begins in this passage; it may end in the next ones. */
  #standsFrom(section: number, passage: number, term: string): boolean {
    let text = this.#fold(passage);
    if (text.includes(term)) return true;
    const own = text.length;
    for (let next = passage + 1; text.length < own + term.length - 1; next++) {
      if (next >= this.#corpus.passageEnd || this.#corpus.sections[next] !== section) break;
      text += this.#fold(next);
    }
    return text.length > own && text.slice(Math.max(0, own - term.length + 1)).includes(term);
  }

  #fold(passage: number): string {
    const known = this.#folded.get(passage);
    if (known !== undefined) return known;
    const text = foldText(this.#corpus.text(passage));
    this.#folded.set(passage, text);
    return text;
  }
}
