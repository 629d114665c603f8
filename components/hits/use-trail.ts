"use client";

import { type MouseEvent, type RefObject, useEffect } from "react";
import { type FollowedHit, findTrail, keepTrail } from "./trail";

/** Gives the focus back on return. Links to hits have their number as `data-hit`. */
export function useTrail(
  results: RefObject<HTMLElement | null>,
  { address, query, hits }: { address: string; query: string; hits: readonly FollowedHit[] },
): (event: MouseEvent<HTMLElement>) => void {
  useEffect(() => {
    const trail = findTrail();
    if (trail === undefined || !trail.isAway || trail.address !== address) return;
    keepTrail({ ...trail, isAway: false });
    const link = results.current?.querySelector<HTMLElement>(`[data-hit="${trail.at}"]`);
    link?.focus({ preventScroll: true });
    link?.scrollIntoView({ block: "nearest" });
  }, [results, address]);
  return ({ target }) => {
    const at = target instanceof Element ? target.closest("[data-hit]")?.getAttribute("data-hit") : null;
    if (at !== null && at !== undefined) keepTrail({ address, query, hits, at: Number(at), isAway: true });
  };
}
