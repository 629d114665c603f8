"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { PageText } from "../page-text/page-text.ts";
import { usePageValue } from "../page-text/use-page-text.tsx";

/** Puts what the server wrote into the browser's cache. Rendered by `<Seeded>` alone. */
export function SeededText({ text: given, children }: { readonly text: PageText; readonly children: ReactNode }) {
  const [state, element] = usePageValue<DehydratedState | null>(given);
  return (
    <HydrationBoundary state={state}>
      {children}
      {element}
    </HydrationBoundary>
  );
}
