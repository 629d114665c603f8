import type { Element, ElementContent } from "hast";
import { element, isElement, text } from "./hast.ts";

/** A date or period as heads write it: 2025年3月31日, 2025年３月期, 令和7年, 2025/03/31. */
const dates =
  /(?:明治|大正|昭和|平成|令和)?[0-9０-９元]{1,4}年(?:[0-9０-９]{1,2}月(?:[0-9０-９]{1,2}日|期)?)?|[0-9０-９]{4}[-/.／．][0-9０-９]{1,2}(?:[-/.／．][0-9０-９]{1,2})?/gu;

/** Keeps the dates in the head and the labels of a table from being broken between lines. */
export function keepDatesWhole(parent: Element): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === "text") return withWholeDates(child.value);
    if (isElement(child)) keepDatesWhole(child);
    return [child];
  });
}

function withWholeDates(words: string): ElementContent[] {
  const parts: ElementContent[] = [];
  let at = 0;
  for (const match of words.matchAll(dates)) {
    if (match.index > at) parts.push(text(words.slice(at, match.index)));
    parts.push(element("span", { className: ["nb"] }, [text(match[0])]));
    at = match.index + match[0].length;
  }
  if (at < words.length || parts.length === 0) parts.push(text(words.slice(at)));
  return parts;
}
