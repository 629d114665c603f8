"use client";

import { type RefObject, useCallback, useRef } from "react";
import { indexText } from "@/components/ui/text-index";
import { type Find, type FinderOf, type Found, useFind } from "@/components/ui/use-find";
import type { Finder } from "@/lib/text/format/fold";
import { type OpenPdf, wordsOfPage } from "./pdf-text";

interface Match {
  readonly pageNumber: number;
  /** The index of the match among those of its page. */
  readonly ordinal: number;
}

/** Finds text in all pages of a PDF; a match is highlighted once the text layer of its page is drawn. */
export function usePdfFind(options: {
  pdf: OpenPdf | undefined;
  listRef: RefObject<HTMLElement | null>;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Counts the text layers drawn so far. */
  drawn: number;
  goTo: (index: number) => void;
}): Find {
  const { pdf, listRef, inputRef, drawn, goTo } = options;
  const pages = useRef(new Map<number, Finder>());
  return useFind<Match>({
    inputRef,
    delayMs: 150,
    isSearchable: always,
    search: useCallback(
      async (query, finderOf, signal) =>
        pdf === undefined ? [] : searchPages(pdf, query, finderOf, pages.current, signal),
      [pdf],
    ),
    beginAt: first,
    rangesOf: useCallback(
      (found: Found<Match>, finderOf: FinderOf) => {
        // `drawn` is a dependency because a newly drawn text layer may contain matches to highlight.
        void drawn;
        return rangesOfLayers(found, finderOf, listRef.current);
      },
      [drawn, listRef],
    ),
    goTo: useCallback((match: Match) => goTo(match.pageNumber - 1), [goTo]),
  });
}

const always = () => true;
const first = () => 0;

async function searchPages(
  pdf: OpenPdf,
  query: string,
  finderOf: FinderOf,
  pages: Map<number, Finder>,
  signal: AbortSignal,
): Promise<Match[]> {
  const found: Match[] = [];
  for (let pageNumber = 1; pageNumber <= pdf.numPages && !signal.aborted; pageNumber++) {
    let finder = pages.get(pageNumber);
    if (finder === undefined) {
      finder = finderOf(await wordsOfPage(pdf, pageNumber));
      pages.set(pageNumber, finder);
    }
    finder.findAll(query).forEach((_, ordinal) => found.push({ pageNumber, ordinal }));
  }
  return found;
}

function rangesOfLayers({ query, matches, current }: Found<Match>, finderOf: FinderOf, list: HTMLElement | null) {
  const here = matches[current];
  const found: Range[] = [];
  let target: Range | undefined;
  for (const layer of list?.querySelectorAll(".textLayer") ?? []) {
    const page = Number(layer.closest("[data-page-row]")?.getAttribute("data-page-row"));
    const text = indexText(layer);
    finderOf(text.text)
      .findAll(query)
      .forEach(([start, end], ordinal) => {
        const range = text.rangeOf(start, end);
        if (range === undefined) return;
        found.push(range);
        if (here?.pageNumber === page && here.ordinal === ordinal) target = range;
      });
  }
  return { found, current: target };
}
