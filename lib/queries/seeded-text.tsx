"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import type { PageText } from "../page-text/page-text.ts";
import { usePageJson } from "../page-text/use-page-text.tsx";

/** Puts what the server wrote into the browser's cache. Rendered by `<Seeded>` alone. */
export function SeededText({ text: given, children }: { readonly text: PageText; readonly children: ReactNode }) {
  const [text, element] = usePageJson(given);
  const state = useMemo<DehydratedState | null>(() => JSON.parse(text), [text]);
  return (
    <HydrationBoundary state={state}>
      {children}
      {element}
    </HydrationBoundary>
  );
}
