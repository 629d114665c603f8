import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test } from "vitest";
import { WordsProvider } from "../i18n/provider.tsx";
import { SeededText } from "../queries/seeded-text.tsx";
import { renderedTexts } from "./page-text.ts";

/** Texts for scripts are tens of kilobytes: what stands behind them in the HTML is painted a frame later. */

const id = "text-1";
beforeEach(() => renderedTexts().set(id, "{}"));
afterEach(() => renderedTexts().delete(id));

const shown = <main>shown</main>;
const within = (children: ReactNode) => (
  <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
);

test.each([
  [
    "messages",
    <WordsProvider key="words" locale="en" messages={{ id }}>
      {shown}
    </WordsProvider>,
  ],
  [
    "the query cache",
    <SeededText key="seeded" text={{ id }}>
      {shown}
    </SeededText>,
  ],
])("%s of a page stand behind what it shows", (_, element) => {
  const written = renderToStaticMarkup(within(element));
  expect(written).toContain(`<script id="${id}"`);
  expect(written.indexOf("<main>")).toBeLessThan(written.indexOf("<script"));
});
