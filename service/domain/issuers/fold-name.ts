import { foldKana, foldTypedKana } from "../../../lib/format/fold-kana.ts";

/**
 * The part of a company's name that tells it from others: its form (株式会社 and its like, Co., Ltd. and its like), spaces
 * and marks left out, hiragana as katakana. What is nothing but a form stays, so that it finds something.
 */
export function foldName(name: string): string {
  return withoutForm(foldKana(name));
}

/** The same of what somebody is typing. */
export function foldQuestion(question: string): string {
  return withoutForm(foldTypedKana(question));
}

function withoutForm(folded: string): string {
  const bare = plain(folded.replace(japaneseForm, "").replace(kanaForm, "").replace(englishForm, " "));
  return bare === "" ? plain(folded) : bare;
}

/** The same with its form. */
export function foldWhole(text: string): string {
  return plain(foldKana(text));
}

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}ー]/gu, "");

const japaneseForm = /株式会社|有限会社|合同会社|合資会社|合名会社|相互会社|\((?:株|有|同)\)/gu;
const kanaForm = /カブシキ(?:ガイシヤ|カイシヤ|ガイシャ|カイシャ)/gu;
const englishForm =
  /(?<=[\s,.])(?:co\s*\.?\s*,?\s*ltd|company\s*,?\s*limited|corporation|incorporated|corp|inc|ltd|limited|k\s*\.\s*k|plc|company|co)(?:\.|,|\s|$)+/gu;
