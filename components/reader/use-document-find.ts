"use client";

import { type RefObject, useCallback, useRef } from "react";
import { indexText, type TextIndex } from "@/components/ui/text-index";
import { type Find, type FinderOf, type Found, useFind } from "@/components/ui/use-find";
import type { Finder } from "@/lib/text/format/fold";

export interface Match {
  readonly section: Element;
  readonly start: number;
  readonly end: number;
}

type Searchable = TextIndex & { readonly finder: Finder };

/** The counter counts all of them, and stepping highlights those around the current one. */
const drawnMax = 1500;
const sliceMs = 10;

export function useDocumentFind(
  flowRef: RefObject<HTMLElement | null>,
  inputRef: RefObject<HTMLInputElement | null>,
  filling: { fillAll: () => Promise<void>; html: unknown },
): Find {
  const index = useRef(new WeakMap<Element, Searchable>());
  const { fillAll, html } = filling;
  return useFind<Match>({
    inputRef,
    delayMs: 90,
    isSearchable: useCallback(() => flowRef.current !== null, [flowRef]),
    search: useCallback(
      (query, finderOf, signal) => {
        // A dependency, so that texts are searched as they arrive.
        void html;
        return searchAll(flowRef.current, query, finderOf, index.current, signal);
      },
      [html, flowRef],
    ),
    beginAt,
    rangesOf: useCallback((found: Found<Match>) => rangesAround(found, index.current), []),
    onShow: useCallback(() => void fillAll(), [fillAll]),
  });
}

async function searchAll(
  root: HTMLElement | null,
  query: string,
  finderOf: FinderOf,
  texts: WeakMap<Element, Searchable>,
  signal: AbortSignal,
): Promise<Match[]> {
  const found: Match[] = [];
  let sliceStart = performance.now();
  for (const section of root?.querySelectorAll(":scope > [data-filled]") ?? []) {
    let text = texts.get(section);
    if (text === undefined) {
      const words = indexText(section);
      text = { ...words, finder: finderOf(words.text) };
      texts.set(section, text);
    }
    for (const [start, end] of text.finder.findAll(query)) found.push({ section, start, end });
    if (performance.now() - sliceStart > sliceMs) {
      await new Promise((resolve) => setTimeout(resolve));
      if (signal.aborted) return [];
      sliceStart = performance.now();
    }
  }
  return found;
}

function rangesAround({ matches, current }: Found<Match>, texts: WeakMap<Element, Searchable>) {
  const range = (match: Match | undefined) =>
    match === undefined ? undefined : texts.get(match.section)?.rangeOf(match.start, match.end);
  const from = Math.max(0, current - drawnMax / 2);
  return {
    found: matches.slice(from, from + drawnMax).flatMap((match) => range(match) ?? []),
    current: range(matches[current]),
  };
}

/** Begins at the text in view, not at the first page, and keeps the current match while more text arrives. */
function beginAt(matches: readonly Match[], known: number): number {
  const seen = matches.findIndex((match) => match.section.getBoundingClientRect().bottom > 120);
  return Math.min(Math.max(known, seen, 0), matches.length - 1);
}
