"use client";

import type { Route } from "next";
import { useRouter } from "next/navigation";
import type { MouseEvent } from "react";

/**
 * Follows plain links without a reload, as `<Link>` does. One listener for a whole table, because five hundred link
 * components would each have to hydrate.
 */
export function useSoftLinks(): (event: MouseEvent<HTMLElement>) => void {
  const router = useRouter();
  return (event) => {
    if (event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
    if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin || link.target !== "") return;
    event.preventDefault();
    router.push((link.pathname + link.search + link.hash) as Route);
  };
}
