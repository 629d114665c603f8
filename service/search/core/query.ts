import { foldText } from "../../../lib/text/format/fold.ts";

/**
 * The terms of a keyword query: text in quotes is one term, the rest is split at white space. There are no operators:
 * AND, *, - and so on are text. An unmatched quote is only a separator.
 */
export function lexicalTerms(query: string): string[] {
  const parts: string[] = [];
  const closers: Readonly<Record<string, string>> = { '"': '"', "“": "”", "”": "”", "＂": "＂" };
  let rest = "";
  const characters = Array.from(query);
  for (let i = 0; i < characters.length; i++) {
    const character = characters[i] ?? "";
    const closer = closers[character];
    const end = closer === undefined ? -1 : characters.indexOf(closer, i + 1);
    if (closer !== undefined && end !== -1) {
      parts.push(...rest.split(/\s+/u), characters.slice(i + 1, end).join(""));
      rest = "";
      i = end;
    } else rest += closer === undefined ? character : " ";
  }
  parts.push(...rest.split(/\s+/u));
  const terms = new Set<string>();
  for (const part of parts) {
    const term = foldText(part).trim();
    if (term !== "") terms.add(term);
  }
  return [...terms];
}
