"use client";
"use memo";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { setHighlight, showRange } from "@/components/ui/highlights";
import { indexText } from "@/components/ui/text-index";
import { Finder } from "@/lib/format/fold";
import { type OpenPdf, wordsOfPage } from "./pdf-text";

interface Match {
  readonly pageNumber: number;
  /** Index of the match among those of its page. */
  readonly ordinal: number;
}

const nothing: readonly Match[] = [];

/** Finds in all pages of a PDF by their words; marks a match when its page's text layer is there. */
export function usePdfFind(options: {
  pdf: OpenPdf | undefined;
  listRef: RefObject<HTMLElement | null>;
  inputRef: RefObject<HTMLInputElement | null>;
  /** Grows with every text layer that is drawn. */
  drawn: number;
  goTo: (index: number) => void;
}) {
  const { pdf, listRef, inputRef, drawn, goTo } = options;
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [result, setResult] = useState<readonly Match[]>(nothing);
  const [current, setCurrent] = useState(-1);
  const [searching, setSearching] = useState(false);
  const active = open && query.trim() !== "";
  const matches = active ? result : nothing;
  const pages = useRef(new Map<number, Finder>());

  useEffect(() => {
    if (pdf === undefined || !active) return;
    const search = new AbortController();
    const timer = setTimeout(async () => {
      setSearching(true);
      const found: Match[] = [];
      for (let page = 1; page <= pdf.numPages && !search.signal.aborted; page++) {
        let finder = pages.current.get(page);
        if (finder === undefined) {
          finder = new Finder(await wordsOfPage(pdf, page));
          pages.current.set(page, finder);
        }
        finder.findAll(query).forEach((_, ordinal) => found.push({ pageNumber: page, ordinal }));
      }
      if (search.signal.aborted) return;
      setSearching(false);
      setResult(found);
      setCurrent(found.length === 0 ? -1 : 0);
    }, 150);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [pdf, active, query]);

  const here = matches[current];
  useEffect(() => {
    if (here !== undefined) goTo(here.pageNumber - 1);
  }, [here, goTo]);

  useEffect(() => {
    // `drawn` is read for its change only: a text layer has arrived.
    void drawn;
    const all: Range[] = [];
    let target: Range | undefined;
    if (active) {
      for (const layer of listRef.current?.querySelectorAll(".textLayer") ?? []) {
        const page = Number(layer.closest("[data-page-row]")?.getAttribute("data-page-row"));
        const text = indexText(layer);
        new Finder(text.text).findAll(query).forEach(([start, end], ordinal) => {
          const range = text.rangeOf(start, end);
          if (range === undefined) return;
          all.push(range);
          if (here?.pageNumber === page && here.ordinal === ordinal) target = range;
        });
      }
    }
    setHighlight("found", all);
    setHighlight("found-current", target === undefined ? [] : [target]);
    if (target !== undefined) showRange(target);
  }, [active, query, here, drawn, listRef]);
  useEffect(
    () => () => {
      setHighlight("found", []);
      setHighlight("found-current", []);
    },
    [],
  );

  const show = useCallback(() => {
    setOpen(true);
    requestAnimationFrame(() => {
      inputRef.current?.focus();
      inputRef.current?.select();
    });
  }, [inputRef]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind =
        event.key.toLowerCase() === "f" && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
      if (!isFind || document.activeElement === inputRef.current) return;
      event.preventDefault();
      show();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [show, inputRef]);

  const count = matches.length;
  const step = (by: 1 | -1) => setCurrent((known) => (count === 0 ? -1 : (known + by + count) % count));
  return { open, query, count, current, searching, setQuery, step, show, close: () => setOpen(false) };
}
