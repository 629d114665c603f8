import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import type { Candidates } from "./candidates.ts";
import type { Corpus, SectionMatch } from "./corpus.ts";
import { hitsPerDocumentMax } from "./ranking.ts";
import { PassageShape } from "./same-passage.ts";
import { topOf } from "./top.ts";

/** A match in the answer, and where the same passage occurs too. */
export interface Selected extends SectionMatch {
  readonly alsoIn: SectionMatch[];
}

export interface SelectOptions {
  /** May be expensive; called in order of rank, and only until enough have passed. */
  readonly accept?: (section: number) => boolean;
}

/** How many further matches are searched for repeated passages. */
const furtherCandidatesMax = 24;
const alsoInMax = 50;

/** At most three of a document while there are others; then the rest follows by rank. */
export function select(corpus: Corpus, candidates: Candidates, topK: number, options: SelectOptions = {}): Selected[] {
  const compare = (x: number, y: number): number => {
    const byScore = (candidates.scores[y] ?? outOfRange()) - (candidates.scores[x] ?? outOfRange());
    return byScore !== 0
      ? byScore
      : compareSections(corpus, candidates.sections[x] ?? outOfRange(), candidates.sections[y] ?? outOfRange());
  };
  const selection = new Selection(corpus, topK, options);
  let seen = 0;
  for (let size = topK * 2 + 20; seen < candidates.length && !selection.isDone; size *= 8) {
    corpus.step();
    const order = topOf(candidates.length, size, candidates.scores, compare);
    for (const index of order.slice(seen)) {
      const section = candidates.sections[index] ?? outOfRange();
      const passage = candidates.passages[index] ?? outOfRange();
      selection.offer({
        section,
        passage,
        owner: corpus.owners[section] ?? outOfRange(),
        score: candidates.scores[index] ?? outOfRange(),
      });
      if (selection.isDone) break;
    }
    seen = order.length;
  }
  return selection.finish();
}

class Selection {
  readonly #corpus: Corpus;
  readonly #topK: number;
  readonly #options: SelectOptions;
  readonly #perDocument = new Map<number, number>();
  readonly #taken: Selected[] = [];
  readonly #deferred: SectionMatch[] = [];
  #foldedCount = 0;
  #further = 0;

  constructor(corpus: Corpus, topK: number, options: SelectOptions) {
    this.#corpus = corpus;
    this.#topK = topK;
    this.#options = options;
  }

  get isDone(): boolean {
    return this.#taken.length >= this.#topK && this.#further >= furtherCandidatesMax;
  }

  offer(match: SectionMatch): void {
    if (this.#taken.length >= this.#topK) {
      this.#further++;
      // Searching matches that are not answered must cost almost nothing where nothing repeats.
      const strictly = this.#foldedCount === 0;
      if (this.#likeness(match, strictly) !== undefined && this.#isAccepted(match)) this.#fold(match, strictly);
    } else if ((this.#perDocument.get(match.owner) ?? 0) >= hitsPerDocumentMax) this.#deferred.push(match);
    else this.#take(match);
  }

  finish(): Selected[] {
    for (const match of this.#deferred) {
      if (this.#taken.length >= this.#topK) break;
      this.#take(match);
    }
    return this.#taken;
  }

  #take(match: SectionMatch): void {
    if (!this.#isAccepted(match) || this.#fold(match)) return;
    this.#perDocument.set(match.owner, (this.#perDocument.get(match.owner) ?? 0) + 1);
    this.#taken.push({ ...match, alsoIn: [] });
  }

  #isAccepted(match: SectionMatch): boolean {
    return this.#options.accept?.(match.section) ?? true;
  }

  /** True if one above it says the same. */
  #fold(match: SectionMatch, strictly = false): boolean {
    const same = this.#likeness(match, strictly, (each) =>
      this.#corpus.texts.shape(each.passage).isSameAs(this.#corpus.texts.shape(match.passage)),
    );
    if (same === undefined) return false;
    this.#foldedCount++;
    if (same.alsoIn.length < alsoInMax) same.alsoIn.push(match);
    return true;
  }

  /** An accepted match of about the passage's length that passes the test. */
  #likeness(match: SectionMatch, strictly: boolean, isSame: (each: Selected) => boolean = () => true) {
    const lengthOf = ({ passage, section }: SectionMatch) =>
      passage === section ? 0 : (this.#corpus.lengths[passage] ?? outOfRange());
    const length = lengthOf(match);
    return this.#taken.find((each) => PassageShape.mayBeSame(length, lengthOf(each), strictly) && isSame(each));
  }
}

/** Equal scores: the newest, then the id as lists order it, then reading order. */
export function compareSections(corpus: Corpus, x: number, y: number): number {
  const ownerX = corpus.owners[x] ?? outOfRange();
  const ownerY = corpus.owners[y] ?? outOfRange();
  if (ownerX === ownerY) return x - y;
  const byTime = corpus.timelineAtMs(ownerY) - corpus.timelineAtMs(ownerX);
  if (byTime !== 0) return byTime;
  return corpus.documentId(ownerX) > corpus.documentId(ownerY) ? -1 : 1;
}
