import type { FlowPiece } from "@/lib/reading/reading-data";
import type { MapRow } from "@/lib/text/toc/prices";

/** The flow is the text shown in one scroll: the pieces of a section, or of a whole owned document. */

/** The size of one request: small enough to arrive soon, large enough not to need a hundred requests. */
const batchCharacters = 40_000;
const batchPieces = 24;

/** Downwards from the reading position, then upwards; a piece requested before is left out. */
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

/** The height reserved for a text that has not arrived: 40 characters a line, with more room for tables. */
export function expectedHeightPx(characters: number): number {
  return Math.round(60 + (characters / 40) * 28 * 1.15);
}

/** The section that the address names, and those inside it. */
export function printedSections(
  rows: readonly Pick<MapRow, "id" | "ancestors">[],
  sectionId: string,
): ReadonlySet<string> {
  return new Set(
    rows.filter(({ id, ancestors }) => id === sectionId || ancestors.includes(sectionId)).map(({ id }) => id),
  );
}
