/** What is read in one scroll: the pieces of a section, or of a whole document that is owned. */

export interface FlowPiece {
  readonly sectionId: string;
  readonly title: string | null;
  /** Characters of the piece's own text. */
  readonly characters: number;
  /** Characters of the document before it. */
  readonly offset: number;
}

/** Pieces of one request: few enough to arrive soon, many enough not to ask a hundred times. */
const batchCharacters = 40_000;
const batchPieces = 24;

/**
 * The next pieces to fetch: downwards from where the reader is, then upwards; a piece that was asked for is not asked
 * for again.
 */
export function nextBatch(flow: readonly FlowPiece[], from: number, known: ReadonlySet<string>): readonly string[] {
  const order = [...flow.slice(from), ...flow.slice(0, from).reverse()];
  const batch: string[] = [];
  let characters = 0;
  for (const piece of order) {
    if (known.has(piece.sectionId)) continue;
    if (batch.length > 0 && (characters + piece.characters > batchCharacters || batch.length >= batchPieces)) break;
    batch.push(piece.sectionId);
    characters += piece.characters;
  }
  return batch;
}

/** The height to keep free for a text that isn't there yet: 40 characters a line, and tables take more room. */
export function expectedHeightPx(characters: number): number {
  return Math.round(60 + (characters / 40) * 28 * 1.15);
}
