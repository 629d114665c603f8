import { countCharacters } from "../format/count-characters.ts";
import type { Piece } from "../toc/cut.ts";
import { pageStarts, type PageStart, sectionPages } from "../toc/pages.ts";
import { ownCharacters } from "../toc/position.ts";
import { sectionTree } from "../toc/section-tree.ts";
import { type ReadingFacts, sectionOf } from "./reading-facts.ts";

/** On which pages a piece of text stands. */
export interface PiecePages {
  readonly first: number | undefined;
  /** Where further pages begin in it. */
  readonly starts: readonly PageStart[];
}

export function piecePages(facts: ReadingFacts, piece: Piece): PiecePages {
  const { toc } = facts.toc;
  const section = sectionOf(facts, piece.sectionId);
  const node = sectionTree(toc).byId.get(piece.sectionId);
  const first = sectionPages(toc).get(piece.sectionId);
  // A text that isn't the section's own, cut as the service measured it, has no places that could be counted.
  const isOwnText = node !== undefined && ownCharacters(node) === countCharacters(piece.text);
  return { first, starts: section === undefined || !isOwnText ? [] : pageStarts(section, piece.text) };
}

/** The page of a place in the piece, in UTF-16 units. */
export function pageOfPlace({ first, starts }: PiecePages, at: number): number | undefined {
  return starts.findLast((start) => start.at <= at)?.page ?? first;
}
