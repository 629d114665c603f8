import { headers } from "next/headers";
import { app } from "../app.server.ts";
import type { PageText } from "./page-text.ts";

/**
 * What to give a client component that calls `usePageText`. A page that is opened by its address has the text in its
 * HTML; one that is reached by a link has no HTML. Not for layouts: where a page is not found, Next sends an empty HTML
 * and lets the browser render the layout. `value` is what the text was written from, which saves reading it while the page
 * is rendered.
 */
export async function pageText(text: string, value?: unknown): Promise<PageText> {
  const byAddress = (await headers()).get("sec-fetch-dest") === "document";
  const id = byAddress && text.length >= lengthMin ? app.notePageText(text, value) : undefined;
  return id === undefined ? text : { id };
}

/** A shorter one is not worth an element. */
const lengthMin = 500;
