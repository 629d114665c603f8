/** The longest query that the interface takes, in characters. */
export const queryMax = 1000;

const sentence =
  /[?？。]|です|ます|でき|した|いる|なぜ|どの|どう|何|いつ|^(?:what|how|why|who|which|when|where)\s|\s(?:is|are|was|were|has|have)\s/iu;

/** Quotation marks mean exact words; verbs, question words and long runs of prose mean a question. */
export function suggestsLexical(query: string): boolean {
  const text = query.trim();
  if (text === "") return false;
  if (/^["“”「『].+["“”」』]/u.test(text)) return true;
  const words = text.split(/[\s\u3000]+/u);
  if (sentence.test(text) || /する|理由|ついて|による|における/u.test(text)) return false;
  if (/^[\x20-\x7e]+$/.test(text)) return words.length <= 3;
  return words.every((word) => [...word].length <= 10) && [...text].length <= 24;
}

/** A sentence or a question, which no text holds as it stands; not a term, a name, a code or a quotation. */
export function isSentence(query: string): boolean {
  const text = query.trim();
  return text.length > 5 && !/["“”「『]/u.test(text) && sentence.test(text);
}
