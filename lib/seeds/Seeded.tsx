import { type DehydratedState, dehydrate, QueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { pageText } from "../page-text/page-text.server.ts";
import { SeededText } from "../queries/seeded-text.tsx";

interface Props {
  readonly state: QueryClient | DehydratedState | undefined;
  readonly children: ReactNode;
}

/**
 * The data that comes with a page, for the browser's cache. It is sent as one text: an object would be walked through
 * value by value when it is sent, when the page is rendered, and when the browser reads it, which for a list of a
 * hundred documents costs more than the rows.
 */
export async function Seeded({ state, children }: Props) {
  const written = state instanceof QueryClient ? dehydrate(state) : (state ?? null);
  return <SeededText text={await pageText(JSON.stringify(written), written)}>{children}</SeededText>;
}
