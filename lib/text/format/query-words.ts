/** The longest query that the interface takes, in characters. */
export const queryMax = 1000;

/** Quotation marks mean exact words; verbs, question words and long runs of prose mean a question. */
export function suggestsLexical(query: string): boolean {
  const text = query.trim();
  if (text === "") return false;
  if (/^["“”「『].+["“”」』]/u.test(text)) return true;
  const words = text.split(/[\s\u3000]+/u);
  if (/[?？。]|(?:です|ます|でき|する|した|いる|なぜ|どの|どう|何|いつ|理由|ついて|による|における)/u.test(text))
    return false;
  if (/^[\x20-\x7e]+$/.test(text)) return words.length <= 3;
  return words.every((word) => [...word].length <= 10) && [...text].length <= 24;
}
