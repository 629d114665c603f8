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

const englishQuestion =
  /^(?:what|how|why|who|whose|which|when|where|do|does|did|is|are|was|were|can|could|will|would|should|has|have|tell|show|list|compare|explain|find)\s+\S+\s+\S/iu;
const englishVerb =
  /\s(?:is|are|was|were|has|have|had|does|do|did|can|could|will|would|should|whose|that|who|fell|rose)\s/iu;
const japaneseQuestion =
  /なぜ|どう(?:し|変|や|な|い)|どの(?:よう|程度|くらい|事業|会社|企業|国|地域)|何(?:[がをでにかの人円社名件年歳%]|ですか)|いつ(?:か|から|まで|に)|誰[がのはを]|どこ[がのにでまか]|いくら[でかに]|どれ(?:だけ|くらい|ほど)|教えて|ください|(?:です|ます|した|する|ない|ある|いる|なの|う|誰|どこ|いつ|いくら)か$/u;
const japaneseSentence =
  /(?:です|ます|でした|ました|ません)$|[をがは].*(?:た|る|ない|した|する)(?:[のか]|理由|原因|要因|背景|会社|企業|事業|方法|こと|もの|とき)/u;

/** A sentence or a question, which no text holds as it stands; not a term, a name, a code or a quotation. */
export function isSentence(query: string): boolean {
  const text = query.slice(0, queryMax).trim();
  if (/["“”「『]/u.test(text)) return false;
  if (/[?？。]$/u.test(text)) return [...text].length > 5;
  if (/^[\x20-\x7e’]+$/u.test(text))
    return englishQuestion.test(text) || (text.split(/\s+/u).length >= 5 && englishVerb.test(text));
  return [...text].length >= 7 && (japaneseQuestion.test(text) || japaneseSentence.test(text));
}
