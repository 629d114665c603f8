"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "@/lib/routes";
import { previewOnSlowLine } from "./line-speed";

const singlePageRestMs = 60;
const keptMax = 80;

interface Asked {
  /** Each page with the address of its small image, where the full one takes long. */
  readonly asked: ReadonlyMap<number, string | undefined>;
  readonly ask: (pageNumber: number) => void;
  /** Asks for a page that will probably be gone to next, and decodes its image, which takes longer than its way here. */
  readonly prepare: (pageNumber: number) => void;
}

/** Those in view when scrolling settled. They stay, so that scrolling back loads nothing again. */
export function useAsked(
  documentId: string,
  owned: ReadonlySet<number>,
  first: number,
  settled: readonly [number, number] | null,
): Asked {
  const [asked, setAsked] = useState<Asked["asked"]>(() => new Map([[first, undefined]]));
  const kept = useRef(new Map<number, HTMLImageElement>());
  const ahead = useRef(new Set<number>());
  const askAll = useCallback(
    (pages: readonly number[]) => {
      setAsked((known) => {
        const fresh = pages.filter((page) => owned.has(page) && !known.has(page));
        if (fresh.length === 0) return known;
        return new Map([...known, ...fresh.map((page) => [page, previewOnSlowLine(documentId, page)] as const)]);
      });
    },
    [owned, documentId],
  );
  useEffect(() => {
    if (settled === null) return;
    const seen = Array.from({ length: settled[1] - settled[0] + 1 }, (_, i) => settled[0] + i + 1);
    // In single-page mode a page must stay in view for a moment, so that paging through loads no images.
    const timer = setTimeout(() => askAll(seen), singlePageRestMs);
    return () => clearTimeout(timer);
  }, [settled, askAll]);
  useEffect(() => {
    for (const [page, preview] of asked) {
      if (!owned.has(page) || kept.current.has(page)) continue;
      if (preview !== undefined) imageOf(preview, "high");
      const image = imageOf(api.ownedPage(documentId, page));
      kept.current.set(page, image);
      // The page that shows the image reports a failure.
      if (ahead.current.delete(page)) image.decode().catch(() => undefined);
    }
    for (const page of [...kept.current.keys()].slice(0, -keptMax)) kept.current.delete(page);
  }, [asked, owned, documentId]);
  const ask = useCallback((pageNumber: number) => askAll([pageNumber]), [askAll]);
  const prepare = useCallback(
    (pageNumber: number) => {
      ahead.current.add(pageNumber);
      askAll([pageNumber]);
    },
    [askAll],
  );
  return { asked, ask, prepare };
}

function imageOf(address: string, priority: "high" | "auto" = "auto"): HTMLImageElement {
  const image = new Image();
  image.fetchPriority = priority;
  image.src = address;
  return image;
}
