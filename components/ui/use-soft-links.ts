"use client";

import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";
import { addressOf, pressedLink } from "./soft-links.ts";

/** Follows all links of a part of the page that is written as HTML, for example of a table, without a reload. */
export function useSoftLinks(): (event: MouseEvent<HTMLElement>) => void {
  const router = useRouter();
  return (event) => {
    const link = pressedLink(event);
    if (link === undefined) return;
    event.preventDefault();
    router.push(addressOf(link));
  };
}
