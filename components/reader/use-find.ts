"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import type { Finder } from "@/lib/format/fold";
import type { Finding } from "@/components/ui/FindBar";
import { setHighlight, showRange } from "@/components/ui/highlights";
import { indexText, type TextIndex } from "@/components/ui/text-index";

export interface Match {
  readonly section: Element;
  readonly start: number;
  readonly end: number;
}

export interface Find extends Finding {
  readonly show: () => void;
}

type Searchable = TextIndex & { readonly finder: Finder };

/** Ranges drawn at once; the counter counts on, and stepping draws around where it is. */
const drawnMax = 1500;
const sliceMs = 10;
const nothing: readonly Match[] = [];

/**
 * Finding in the document, with Japanese folding: half- and full-width, kana and hyphen families, old and new forms
 * meet each other. It takes ⌘F; pressed again in its own field, the browser's find opens.
 */
export function useFind(
  flowRef: RefObject<HTMLElement | null>,
  inputRef: RefObject<HTMLInputElement | null>,
  filling: { fillAll: () => Promise<void>; html: unknown },
): Find {
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [result, setResult] = useState<readonly Match[]>(nothing);
  const [current, setCurrent] = useState(-1);
  const [searching, setSearching] = useState(false);
  const active = open && query.trim() !== "";
  const matches = active ? result : nothing;
  const index = useRef(new WeakMap<Element, Searchable>());
  const { fillAll, html } = filling;

  const show = useCallback(() => {
    setOpen(true);
    void fillAll();
    requestAnimationFrame(() => {
      inputRef.current?.focus();
      inputRef.current?.select();
    });
  }, [fillAll, inputRef]);
  const close = useCallback(() => setOpen(false), []);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind =
        event.key.toLowerCase() === "f" && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
      // Where there is no text to find in, the browser's own find is the right one.
      if (!isFind || flowRef.current === null || document.activeElement === inputRef.current) return;
      event.preventDefault();
      show();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [show, inputRef, flowRef]);

  useEffect(() => {
    // `html` is read for its identity only: new texts are searched as they arrive.
    void html;
    if (!active) return;
    const search = new AbortController();
    const timer = setTimeout(async () => {
      setSearching(true);
      const found = await searchAll(flowRef.current, query, index.current, search.signal);
      if (search.signal.aborted) return;
      setResult(found);
      setCurrent((known) => (found.length === 0 ? -1 : Math.min(Math.max(known, firstFrom(found)), found.length - 1)));
      setSearching(false);
    }, 90);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [active, query, html, flowRef]);

  useEffect(() => {
    const texts = index.current;
    const range = (match: Match | undefined) =>
      match === undefined ? undefined : texts.get(match.section)?.rangeOf(match.start, match.end);
    const from = Math.max(0, current - drawnMax / 2);
    const drawn = matches.slice(from, from + drawnMax).flatMap((match) => range(match) ?? []);
    const here = range(matches[current]);
    setHighlight("found", drawn);
    setHighlight("found-current", here === undefined ? [] : [here]);
    if (here !== undefined) showRange(here);
  }, [matches, current]);
  useEffect(
    () => () => {
      setHighlight("found", []);
      setHighlight("found-current", []);
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

async function searchAll(
  root: HTMLElement | null,
  query: string,
  texts: WeakMap<Element, Searchable>,
  signal: AbortSignal,
): Promise<Match[]> {
  const found: Match[] = [];
  // What folds is large, and the reader who finds nothing needs none of it.
  const { Finder } = await import("@/lib/format/fold");
  if (signal.aborted) return [];
  let sliceStart = performance.now();
  for (const section of root?.querySelectorAll(":scope > [data-filled]") ?? []) {
    let text = texts.get(section);
    if (text === undefined) {
      const words = indexText(section);
      // Folded once, searched as often as somebody types.
      text = { ...words, finder: new Finder(words.text) };
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

/** Finding begins at what is seen, not at the first page. */
function firstFrom(matches: readonly Match[]): number {
  const at = matches.findIndex((match) => match.section.getBoundingClientRect().bottom > 120);
  return at === -1 ? 0 : at;
}
