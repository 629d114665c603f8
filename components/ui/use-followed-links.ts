"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { addressOf, pressedLink } from "./soft-links.ts";

/**
 * Follows every `Link` of the page without a reload, from the moment the frame is there: a link need not be taken over
 * by itself. It hears a press after the components have, which may prevent it.
 */
export function useFollowedLinks(): void {
  const router = useRouter();
  useEffect(() => {
    const follow = (event: MouseEvent) => {
      const link = pressedLink(event);
      const kind = link?.dataset["soft"];
      if (link === undefined || kind === undefined) return;
      event.preventDefault();
      router.push(addressOf(link), { scroll: kind !== "in-place" });
    };
    document.addEventListener("click", follow);
    return () => document.removeEventListener("click", follow);
  }, [router]);
}
