"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Finder } from "@/lib/text/format/fold";
import type { Finding } from "./FindBar";
import { setHighlight, showRange } from "./highlights";

export interface Find extends Finding {
  readonly show: () => void;
}

/** Folds a text once, so that it can be searched for every typed text. */
export type FinderOf = (text: string) => Finder;

/** Each function must keep its identity while its text is the same. */
export interface FindOptions<Match> {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** The pause in typing after which the search starts. */
  readonly delayMs: number;
  /** Without text to search, ⌘F is left to the browser's find. */
  readonly isSearchable: () => boolean;
  /** All matches in reading order. A new function means that there is more text, and the search runs again. */
  readonly search: (query: string, finderOf: FinderOf, signal: AbortSignal) => Promise<readonly Match[]>;
  /** The index of the match to begin with; there is at least one. `known` is the current match of the search before. */
  readonly beginAt: (matches: readonly Match[], known: number) => number;
  /** The ranges of those matches that are rendered. A new function means that others are rendered now. */
  readonly rangesOf: (found: Found<Match>, finderOf: FinderOf) => Marks;
  /** Called for a match that is not rendered yet. */
  readonly goTo?: (match: Match) => void;
  readonly onShow?: () => void;
}

export interface Found<Match> {
  readonly query: string;
  readonly matches: readonly Match[];
  readonly current: number;
}

export interface Marks {
  readonly found: readonly Range[];
  readonly current: Range | undefined;
}

const nothing: readonly never[] = [];

/** With Japanese folding. It opens on ⌘F; ⌘F again, in its own field, opens the browser's find. */
export function useFind<Match>(options: FindOptions<Match>): Find {
  const { inputRef, delayMs, isSearchable, search, beginAt, rangesOf, goTo, onShow } = options;
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [result, setResult] = useState<readonly Match[]>(nothing);
  const [current, setCurrent] = useState(-1);
  const [searching, setSearching] = useState(false);
  const active = open && query.trim() !== "";
  const matches = active ? result : nothing;
  const finderOf = useRef<FinderOf>(undefined);

  const show = useCallback(() => {
    setOpen(true);
    onShow?.();
    requestAnimationFrame(() => {
      inputRef.current?.focus();
      inputRef.current?.select();
    });
  }, [onShow, inputRef]);
  const close = useCallback(() => setOpen(false), []);
  useFindKey(show, inputRef, isSearchable);

  useEffect(() => {
    if (!active) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      setSearching(true);
      finderOf.current ??= await loadFinder();
      const found = stop.signal.aborted ? nothing : await search(query, finderOf.current, stop.signal);
      if (stop.signal.aborted) return;
      setSearching(false);
      setResult(found);
      setCurrent((known) => (found.length === 0 ? -1 : beginAt(found, known)));
    }, delayMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [active, query, delayMs, search, beginAt]);

  const here = matches[current];
  useEffect(() => {
    if (here !== undefined) goTo?.(here);
  }, [here, goTo]);

  const shown = useRef<{ match: Match | undefined; rangesOf: typeof rangesOf }>(undefined);
  useEffect(() => {
    const marks =
      active && finderOf.current !== undefined ? rangesOf({ query, matches, current }, finderOf.current) : undefined;
    setHighlight("found", marks?.found ?? nothing);
    setHighlight("found-current", marks?.current === undefined ? nothing : [marks.current]);
    // While the text is still being typed, the page must not scroll to matches of the text before.
    const isNew = shown.current?.match !== here || shown.current?.rangesOf !== rangesOf;
    shown.current = { match: here, rangesOf };
    if (isNew && marks?.current !== undefined) showRange(marks.current);
  }, [active, query, matches, current, here, rangesOf]);
  useEffect(
    () => () => {
      setHighlight("found", nothing);
      setHighlight("found-current", nothing);
    },
    [],
  );

  const count = matches.length;
  const step = useCallback(
    (by: 1 | -1) => setCurrent((known) => (count === 0 ? -1 : (known + by + count) % count)),
    [count],
  );
  return { open, query, count, current, searching, setQuery, step, show, close };
}

function useFindKey(show: () => void, inputRef: FindOptions<never>["inputRef"], isSearchable: () => boolean): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind =
        event.key.toLowerCase() === "f" && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
      if (!isFind || !isSearchable() || document.activeElement === inputRef.current) return;
      event.preventDefault();
      show();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [show, inputRef, isSearchable]);
}

/** The folding tables are large, so they are loaded for the first search. */
async function loadFinder(): Promise<FinderOf> {
  const { Finder } = await import("@/lib/text/format/fold");
  return (text) => new Finder(text);
}
