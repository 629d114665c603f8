"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "@/lib/routes";

const leafMs = 60;
const keptMax = 80;

/**
 * Pages whose image may be asked for: those a settled view has touched. Their images are kept, so that scrolling back
 * asks for nothing again.
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
    // A page that is leafed over in single view is not read: it must stay for a moment.
    const timer = setTimeout(() => {
      setAsked((known) => {
        const fresh = seen.filter((page) => owned.has(page) && !known.has(page));
        return fresh.length === 0 ? known : new Set([...known, ...fresh]);
      });
    }, leafMs);
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
