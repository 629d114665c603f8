"use client";

import { type RefObject, useEffect, useState } from "react";
import { setHighlight, showRange } from "@/components/ui/highlights";
import { indexText } from "@/components/ui/text-index";
import { type QuoteAnchor, readQuoteFragment, resolveQuote } from "@/lib/text/format/quote-anchor";

export type QuoteState =
  | { readonly name: "none" }
  | { readonly name: "waiting"; readonly anchor: QuoteAnchor }
  | { readonly name: "marked" }
  /** The text has changed, so the section is shown instead. */
  | { readonly name: "moved" }
  /** The section isn't part of this document any more, or isn't owned. */
  | { readonly name: "elsewhere"; readonly anchor: QuoteAnchor };

export function useQuote(flow: RefObject<HTMLElement | null>, sections: readonly string[], html: unknown): QuoteState {
  const [state, setState] = useState<QuoteState>({ name: "none" });

  useEffect(() => {
    const read = () => {
      const anchor = readQuoteFragment(location.hash);
      setHighlight("quote", []);
      setState(anchor === undefined ? { name: "none" } : { name: "waiting", anchor });
    };
    read();
    window.addEventListener("hashchange", read);
    return () => {
      window.removeEventListener("hashchange", read);
      setHighlight("quote", []);
    };
  }, []);

  useEffect(() => {
    // Searches again as texts arrive.
    void html;
    if (state.name !== "waiting") return;
    const { anchor } = state;
    const frame = requestAnimationFrame(() => locate(anchor));
    return () => cancelAnimationFrame(frame);

    function locate(anchor: QuoteAnchor): void {
      if (!sections.includes(anchor.sectionId)) {
        setState({ name: "elsewhere", anchor });
        return;
      }
      const section = sectionOf(flow.current, anchor.sectionId);
      if (section === null) return;
      const text = indexText(section);
      const found = resolveQuote(text.text, anchor);
      const range = found === undefined ? undefined : text.rangeOf(found.start, found.end);
      if (range === undefined) {
        // A passage of a parent section may be in one of the sections it contains.
        const inside = searchBeneath(flow.current, anchor);
        if (inside === "waiting") return;
        if (inside !== undefined) mark(inside, setState);
        else setState({ name: "moved" });
        return;
      }
      mark(range, setState);
    }
  }, [state, sections, html, flow]);

  return state;
}

function mark(range: Range, setState: (state: QuoteState) => void): void {
  setHighlight("quote", [range]);
  showRange(range);
  setState({ name: "marked" });
}

function sectionOf(root: HTMLElement | null, sectionId: string): Element | null {
  return root?.querySelector(`:scope > [data-section="${CSS.escape(sectionId)}"][data-filled]`) ?? null;
}

function searchBeneath(root: HTMLElement | null, anchor: QuoteAnchor): Range | "waiting" | undefined {
  if (root?.querySelector(":scope > .shell") !== null) return "waiting";
  for (const section of root.querySelectorAll(":scope > [data-filled]")) {
    const text = indexText(section);
    const found = resolveQuote(text.text, anchor);
    if (found !== undefined) return text.rangeOf(found.start, found.end);
  }
  return undefined;
}
