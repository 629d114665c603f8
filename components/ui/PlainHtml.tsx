"use client";

import type { PageText } from "@/lib/page-text/page-text";
import { usePageText } from "@/lib/page-text/use-page-text";
import { useInner } from "./use-inner.ts";
import { useSoftLinks } from "./use-soft-links.ts";

/**
 * What the server wrote as HTML and nothing changes: the browser takes it as it is, and only its links are listened to.
 * It must be escaped where it is made (`html` of lib/format does it).
 */
export function PlainHtml({ text }: { readonly text: PageText }) {
  const follow = useSoftLinks();
  const inner = useInner(usePageText(text, htmlOf));
  return (
    <div
      id={typeof text === "string" ? undefined : text.id}
      onClick={follow}
      // A browser writes the same HTML in its own way.
      suppressHydrationWarning
      dangerouslySetInnerHTML={inner}
    />
  );
}

const htmlOf = (element: Element) => element.innerHTML;
