"use client";

import { useInner } from "./use-inner.ts";
import { useSoftLinks } from "./use-soft-links.ts";

/**
 * What the server wrote as HTML and nothing changes: the browser takes it as it is, and only its links are listened to.
 * It must be escaped where it is made (`html` of lib/format does it).
 */
export function PlainHtml({ text }: { readonly text: string }) {
  const follow = useSoftLinks();
  const inner = useInner(text);
  return <div onClick={follow} dangerouslySetInnerHTML={inner} />;
}
