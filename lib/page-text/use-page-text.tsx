"use client";

import { useMemo, useState } from "react";
import { asScriptContent, type PageText, renderedTexts, renderedValues } from "./page-text.ts";

/** Read from the page once: its elements are gone when somebody comes back to it within the app. */
const found = new Map<string, string>();

/** The text that `pageText` was given. `read` takes it out of the element that has it. */
export function usePageText(given: PageText, read: (element: Element) => string): string {
  const id = typeof given === "string" ? undefined : given.id;
  const [text] = useState(() => (id === undefined ? "" : (renderedTexts().get(id) ?? found.get(id) ?? take(id, read))));
  return typeof given === "string" ? given : text;
}

function take(id: string, read: (element: Element) => string): string {
  const element = document.getElementById(id);
  if (element === null) throw new Error(`the page has no ${id}`);
  const text = read(element);
  found.set(id, text);
  return text;
}

const contentOf = (element: Element) => element.textContent;

/**
 * A text that is JSON, and the element that has it. The component renders it behind all that is shown: before it, tens
 * of kilobytes would come between the browser and what it could paint, and the frame would be painted alone first.
 */
export function usePageJson(given: PageText): readonly [text: string, element: React.ReactNode] {
  const text = usePageText(given, contentOf);
  return [text, typeof given === "string" ? null : <PageJson id={given.id} text={text} />];
}

/** The same as what the JSON says. While the page is rendered that is what it was written from, shared by many pages. */
export function usePageValue<T>(given: PageText): readonly [value: T, element: React.ReactNode] {
  const [text, element] = usePageJson(given);
  const value = useMemo(() => {
    const known =
      typeof window !== "undefined" || typeof given === "string" ? undefined : renderedValues().get(given.id);
    // Whoever gave the page its text says what it is.
    return (known ?? JSON.parse(text)) as T;
  }, [given, text]);
  return [value, element];
}

function PageJson({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <script
      id={id}
      type="application/json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: asScriptContent(text) }}
    />
  );
}
