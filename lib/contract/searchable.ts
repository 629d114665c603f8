const words = /[\p{L}\p{N}]/u;
/** Marks that a reader may look for in a text; all other punctuation stands everywhere and says nothing. */
const signs = /[\p{S}\p{M}%‰※§¶†‡&@#*]/u;

/** A query without a word, or in lexical search without a word or sign, can find nothing. */
export function isSearchable(query: string, match: "semantic" | "lexical"): boolean {
  const text = query.normalize("NFKC");
  return words.test(text) || (match === "lexical" && signs.test(text));
}
