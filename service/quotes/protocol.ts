import type { Presence } from "../../lib/text/quotes/prepared-text.ts";

export interface QuoteTask {
  /** The own texts of a document's sections, in reading order. */
  readonly pieces: readonly string[];
  /** Distinguishes these pieces from all others; the thread keeps the last few texts by it. */
  readonly version: string;
  readonly quote: string;
  /** For each piece whether any words of it may be told; without it only whole sentences and rows of all of them. */
  readonly open: readonly boolean[] | undefined;
}

export type QuoteWork = { look: { task: QuoteTask; answer: Presence } };
