import { type DehydratedState, dehydrate, HydrationBoundary, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";

interface Props {
  readonly state: QueryClient | DehydratedState | undefined;
  readonly children: ReactNode;
}

/** The data that comes with a page, for the browser's cache. */
export function Seeded({ state, children }: Props) {
  return (
    <HydrationBoundary state={state instanceof QueryClient ? dehydrate(state) : state}>{children}</HydrationBoundary>
  );
}
