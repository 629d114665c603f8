import { countCharacters } from "../text/format/count-characters.ts";
import type { Piece } from "../text/toc/cut.ts";
import { type PageStart, pageStarts, sectionPages } from "../text/toc/pages.ts";
import { ownCharacters } from "../text/toc/position.ts";
import { sectionTree } from "../text/toc/section-tree.ts";
import { type ReadingFacts, sectionOf } from "./reading-facts.ts";

export interface PiecePages {
  readonly first: number | undefined;
  /** The positions in it where further pages begin. */
  readonly starts: readonly PageStart[];
}

export function piecePages(facts: ReadingFacts, piece: Piece): PiecePages {
  const { toc } = facts.toc;
  const section = sectionOf(facts, piece.sectionId);
  const node = sectionTree(toc).byId.get(piece.sectionId);
  const first = sectionPages(toc).get(piece.sectionId);
  // The service's positions count within the section's own text, so any other text has none.
  const isOwnText = node !== undefined && ownCharacters(node) === countCharacters(piece.text);
  return { first, starts: section === undefined || !isOwnText ? [] : pageStarts(section, piece.text) };
}

/** The page at a position in the piece, in UTF-16 units. */
export function pageOfPlace({ first, starts }: PiecePages, at: number): number | undefined {
  return starts.findLast((start) => start.at <= at)?.page ?? first;
}
