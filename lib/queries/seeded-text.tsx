"use client";

import { type DehydratedState, HydrationBoundary } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";

/** Puts what the server wrote into the browser's cache. Rendered by `<Seeded>` alone. */
export function SeededText({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  const state = useMemo<DehydratedState | null>(() => JSON.parse(text), [text]);
  return <HydrationBoundary state={state}>{children}</HydrationBoundary>;
}
