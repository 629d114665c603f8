/**
 * What the algorithms read of an index, whichever store holds it. Passages are numbered in the order of writing;
 * each section begins with a passage that holds its context (issuer, document, headings above), and that passage's
 * number is the section's.
 */
export interface Corpus {
  /** One past the last passage number. */
  readonly passageEnd: number;
  /** Passages of text in documents that are not removed, and their mean length. */
  readonly passageCount: number;
  readonly meanLength: number;
  /** Documents that are removed while their postings may remain, and passages cut in the middle of a sentence. */
  readonly removedCount: number;
  readonly hardCutCount: number;
  /** By passage number: folded length, section, and index of the document. */
  readonly lengths: Uint16Array;
  /** How each passage ends: see `cutAfter`. */
  readonly cuts: Uint8Array;
  readonly sections: Uint32Array;
  readonly owners: Uint32Array;
  /** Where a token stands, ascending. Good until the query ends. */
  postings(token: number): Postings;
  /** Where any token of a range stands, with the sum of their counts. */
  postingsBetween(from: number, to: number): Postings;
  /** Upper bound of the number of passages that hold the token. */
  frequency(token: number): number;
  /** Original characters of a passage. */
  text(passage: number): string;
  documentId(owner: number): string;
  timelineAtMs(owner: number): number;
  /** Zeroes, one for each passage; the caller zeroes what it touched. */
  readonly scratch: Float64Array;
  /** Called between pieces of work; throws when the query is to stop. */
  step(): void;
}

export interface Postings {
  readonly length: number;
  readonly passages: Uint32Array;
  /** How often, 255 at most. */
  readonly counts: Uint8Array;
}

/** What may be answered, by index of the document. */
export const removed = 0;
export const filteredOut = 1;
export const allowed = 2;

export interface SectionMatch {
  readonly section: number;
  /** The passage that stands for it. */
  readonly passage: number;
  readonly owner: number;
  readonly score: number;
}
