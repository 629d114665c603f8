"use client";

import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { setHighlight, showRange } from "@/components/ui/highlights";
import { indexText } from "@/components/ui/text-index";
import { Finder } from "@/lib/format/fold";
import { type OpenPdf, wordsOfPage } from "./pdf-text";

interface Match {
  readonly pageNumber: number;
  /** The how-manieth match of its page. */
  readonly ordinal: number;
}

/** Finds in all pages of a PDF by their words; marks a match when its page's text layer is there. */
export function usePdfFind(options: {
  pdf: OpenPdf | undefined;
  list: RefObject<HTMLElement | null>;
  /** Grows with every text layer that is drawn. */
  drawn: number;
  goTo: (index: number) => void;
}) {
  const { pdf, list, drawn, goTo } = options;
  const [open, setOpen] = useState(false);
  const [query, setQuery] = useState("");
  const [matches, setMatches] = useState<readonly Match[]>([]);
  const [current, setCurrent] = useState(-1);
  const [searching, setSearching] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const pages = useRef(new Map<number, Finder>());

  useEffect(() => {
    if (pdf === undefined || !open || query.trim() === "") {
      setMatches([]);
      setCurrent(-1);
      return;
    }
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
      setMatches(found);
      setCurrent(found.length === 0 ? -1 : 0);
    }, 150);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [pdf, open, query]);

  const here = matches[current];
  useEffect(() => {
    if (here !== undefined) goTo(here.pageNumber - 1);
  }, [here, goTo]);

  useEffect(() => {
    // `drawn` is read for its change only: a text layer has arrived.
    void drawn;
    const all: Range[] = [];
    let target: Range | undefined;
    if (open && query.trim() !== "") {
      for (const layer of list.current?.querySelectorAll(".textLayer") ?? []) {
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
  }, [open, query, here, drawn, list]);
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
      input.current?.focus();
      input.current?.select();
    });
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isFind =
        event.key.toLowerCase() === "f" && (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey;
      if (!isFind || document.activeElement === input.current) return;
      event.preventDefault();
      show();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [show]);

  const count = matches.length;
  const step = (by: 1 | -1) => setCurrent((known) => (count === 0 ? -1 : (known + by + count) % count));
  return { open, query, count, current, searching, input, setQuery, step, show, close: () => setOpen(false) };
}

export type PdfFind = ReturnType<typeof usePdfFind>;
