"use client";

import { type RefObject, useEffect, useState } from "react";
import type { FlowPiece } from "@/lib/reading/reading-data";

export interface Position {
  /** The piece at the reading position. */
  readonly sectionId: string;
  /** The share of it above the reading position, 0 to 1. */
  readonly share: number;
  /** The last page that begins above the reading position within the piece; undefined before the first such place. */
  readonly page: number | undefined;
}

/** The reading position is taken to be this far below the top of the view, beneath the toolbar. */
const eyePx = 140;

/** Tracks the reading position, whichever element scrolls: the text's pane, or the window on narrow screens. */
export function usePosition(
  flow: RefObject<HTMLElement | null>,
  pieces: readonly FlowPiece[],
  first: string,
): Position {
  const [position, setPosition] = useState<Position>({ sectionId: first, share: 0, page: undefined });
  useEffect(() => {
    const root = flow.current;
    if (root === null || pieces.length === 0) return;
    let waiting = 0;
    const look = () => {
      waiting = 0;
      const found = pieceAt(root, eyeOf(root));
      if (found === undefined) return;
      setPosition((known) => (isSame(known, found) ? known : found));
    };
    const onScroll = () => {
      if (waiting === 0) waiting = requestAnimationFrame(look);
    };
    // Scroll events of panes don't bubble, so they are captured.
    document.addEventListener("scroll", onScroll, { capture: true, passive: true });
    look();
    return () => {
      document.removeEventListener("scroll", onScroll, { capture: true });
      cancelAnimationFrame(waiting);
    };
  }, [flow, pieces]);
  return position;
}

function isSame(a: Position, b: Position): boolean {
  return a.sectionId === b.sectionId && a.page === b.page && Math.abs(a.share - b.share) < 0.02;
}

function eyeOf(root: HTMLElement): number {
  const pane = root.closest("[data-pane]");
  const top = pane === null ? 0 : Math.max(0, pane.getBoundingClientRect().top);
  return top + eyePx;
}

/** A binary search, since a document has hundreds of pieces and this runs while scrolling. */
function pieceAt(root: HTMLElement, eye: number): Position | undefined {
  const pieces = root.querySelectorAll<HTMLElement>(":scope > [data-section]:not([hidden])");
  let low = 0;
  let high = pieces.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    const piece = pieces[middle];
    if (piece !== undefined && piece.getBoundingClientRect().top <= eye) low = middle;
    else high = middle - 1;
  }
  const piece = pieces[low];
  const sectionId = piece?.dataset["section"];
  if (piece === undefined || sectionId === undefined) return undefined;
  const box = piece.getBoundingClientRect();
  const share = box.height === 0 ? 0 : Math.min(1, Math.max(0, (eye - box.top) / box.height));
  return { sectionId, share, page: pageAbove(piece, eye) };
}

/** Blocks and rows that begin a page of the print say so: lib/text/markdown/page-marks.ts. */
function pageAbove(piece: HTMLElement, eye: number): number | undefined {
  let page: number | undefined;
  for (const mark of piece.querySelectorAll<HTMLElement>("[data-page]")) {
    if (mark.getBoundingClientRect().top > eye) break;
    page = Number(mark.dataset["page"]);
  }
  return page;
}
