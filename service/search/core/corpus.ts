import type { CandidateLists } from "./candidates.ts";
import type { ReadTexts } from "./read-texts.ts";

/**
 * Read by the algorithms from an index in any store. Passages are numbered in the order of writing; each section
 * begins with a passage that holds its context (issuer, document, headings above), and that passage's number is the
 * section's. After the passages of its text come its field lines: names, heads of tables, and rows. Field lines have
 * separate tokens (`inField`), so that a search for words in the text never finds them.
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
  /** By passage number: folded length (of a row, how far before it its table's head stands), section, and document. */
  readonly lengths: Uint16Array;
  /** How each passage ends (see `cutAfter`), or that it is a field line. */
  readonly cuts: Uint8Array;
  readonly sections: Uint32Array;
  readonly owners: Uint32Array;
  /** The passages that contain a token, ascending. Valid until the query ends. */
  postings(token: number): Postings;
  /** The passages that contain any token of a range, with the sum of their counts. */
  postingsBetween(from: number, to: number): Postings;
  /** Found out without reading the postings: a range may have more than are read for one term. */
  isTooCommon(from: number, to: number): boolean;
  /** Upper bound of the number of passages that contain the token. */
  frequency(token: number): number;
  /** Original characters of a passage. */
  text(passage: number): string;
  documentId(owner: number): string;
  timelineAtMs(owner: number): number;
  /** The last day of the document's period, as `2024-03-31`. */
  periodEnd(owner: number): string | undefined;
  /** Zeroes, one for each passage; the caller zeroes what it touched. */
  readonly scratch: Float64Array;
  /** The same, for fields. */
  readonly fieldScratch: Float64Array;
  /** Shared with the queries that follow. */
  readonly texts: ReadTexts;
  /** Lists that are valid until the query ends. */
  readonly lists: CandidateLists;
  /** Called between pieces of work; throws when the query is to stop. */
  step(): void;
}

/** In `cuts`: the passage is a line of a field. */
export const fieldLine = 3;

export interface Postings {
  readonly length: number;
  readonly passages: Uint32Array;
  /** How often, 255 at most. */
  readonly counts: Uint8Array;
}

/** By index of the document. */
export const removed = 0;
export const filteredOut = 1;
export const allowed = 2;

export interface SectionMatch {
  readonly section: number;
  /** The passage that represents it. */
  readonly passage: number;
  readonly owner: number;
  readonly score: number;
}
