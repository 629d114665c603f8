import type { Element, ElementContent } from "hast";
import { element, isElement, text } from "./hast.ts";

/** A date or period: 2025年3月31日, 1959年11月２日 生, 2025年３月期, 令和7年, 2025/03/31. */
export const unbroken =
  "(?:明治|大正|昭和|平成|令和)?[0-9０-９元]{1,4}年(?:[ \\u3000]?[0-9０-９]{1,2}月(?:[ \\u3000]?[0-9０-９]{1,2}日(?:[ \\u3000]?生)?|期)?)?|[0-9０-９]{4}[-/.／．][0-9０-９]{1,2}(?:[-/.／．][0-9０-９]{1,2})?";
const dates = new RegExp(unbroken, "gu");
const letter = "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー]";
const name = new RegExp(`^${letter}+(?:[ \\u3000]+${letter}+)+$`, "u");
const nameLengthMax = 9;

/** 片野坂　真哉 */
function isName(words: string): boolean {
  return words.length <= nameLengthMax && name.test(words);
}

/** Keeps the dates and names in the cells of a table from being broken between lines. */
export function keepWhole(parent: Element): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === "text") return withWholes(child.value);
    if (isElement(child) && !isElement(child, "table")) keepWhole(child);
    return [child];
  });
}

function withWholes(words: string): ElementContent[] {
  if (isName(words.trim())) return [element("span", { className: ["nb"] }, [text(words)])];
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
