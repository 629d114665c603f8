import { foldKana, foldTypedKana } from "../../../lib/text/format/fold-kana.ts";

/** Without its form, spaces and marks, hiragana as katakana; a text that is only a form is kept. */
export function foldName(name: string): string {
  return withoutForm(foldKana(name));
}

/** The same for a text that is still being typed. */
export function foldQuestion(question: string): string {
  return withoutForm(foldTypedKana(question));
}

function withoutForm(folded: string): string {
  const bare = plain(folded.replace(japaneseForm, "").replace(kanaForm, "").replace(englishForm, " "));
  return bare === "" ? plain(folded) : bare;
}

/** The same, but with the company's form. */
export function foldWhole(text: string): string {
  return plain(foldKana(text));
}

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}ー]/gu, "");

const japaneseForm = /株式会社|有限会社|合同会社|合資会社|合名会社|相互会社|\((?:株|有|同)\)/gu;
const kanaForm = /カブシキ(?:ガイシヤ|カイシヤ|ガイシャ|カイシャ)/gu;
const englishForm =
  /(?<=[\s,.])(?:co\s*\.?\s*,?\s*ltd|company\s*,?\s*limited|corporation|incorporated|corp|inc|ltd|limited|k\s*\.\s*k|plc|company|co)(?:\.|,|\s|$)+/gu;
