"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "@/lib/routes";

const singlePageRestMs = 60;
const keptMax = 80;

/**
 * The pages whose images may be loaded: those in view whenever scrolling settled. The images stay rendered, so that
 * scrolling back loads nothing again.
 */
export function useAsked(
  documentId: string,
  owned: ReadonlySet<number>,
  first: number,
  settled: readonly [number, number] | null,
): { readonly asked: ReadonlySet<number>; readonly ask: (pageNumber: number) => void } {
  const [asked, setAsked] = useState<ReadonlySet<number>>(() => new Set([first]));
  const kept = useRef(new Map<number, HTMLImageElement>());
  useEffect(() => {
    if (settled === null) return;
    const seen = Array.from({ length: settled[1] - settled[0] + 1 }, (_, i) => settled[0] + i + 1);
    // In single-page mode a page must stay in view for a moment, so that paging through loads no images.
    const timer = setTimeout(() => {
      setAsked((known) => {
        const fresh = seen.filter((page) => owned.has(page) && !known.has(page));
        return fresh.length === 0 ? known : new Set([...known, ...fresh]);
      });
    }, singlePageRestMs);
    return () => clearTimeout(timer);
  }, [settled, owned]);
  useEffect(() => {
    for (const page of asked) {
      if (!owned.has(page) || kept.current.has(page)) continue;
      const image = new Image();
      image.src = api.ownedPage(documentId, page);
      kept.current.set(page, image);
    }
    for (const page of [...kept.current.keys()].slice(0, -keptMax)) kept.current.delete(page);
  }, [asked, owned, documentId]);
  const ask = useCallback(
    (pageNumber: number) => {
      setAsked((known) => (owned.has(pageNumber) && !known.has(pageNumber) ? new Set([...known, pageNumber]) : known));
    },
    [owned],
  );
  return { asked, ask };
}
