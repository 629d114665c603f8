import { foldText } from "../../../lib/format/fold.ts";

/**
 * The part of a company's name that tells it from others: its form (株式会社 and its like, Co., Ltd. and its like), spaces
 * and marks left out, hiragana as katakana. What is nothing but a form stays, so that it finds something.
 */
export function foldName(text: string): string {
  const folded = foldKana(text);
  const bare = plain(folded.replace(japaneseForm, "").replace(kanaForm, "").replace(englishForm, " "));
  return bare === "" ? plain(folded) : bare;
}

/** The same with its form. */
export function foldWhole(text: string): string {
  return plain(foldKana(text));
}

function foldKana(text: string): string {
  return foldText(text).replace(/[ぁ-ゖ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60));
}

const plain = (text: string): string => text.replace(/[^\p{L}\p{N}ー]/gu, "");

const japaneseForm = /株式会社|有限会社|合同会社|合資会社|合名会社|相互会社|\((?:株|有|同)\)/gu;
const kanaForm = /カブシキ(?:ガイシヤ|カイシヤ|ガイシャ|カイシャ)/gu;
const englishForm =
  /(?<=[\s,.])(?:co\s*\.?\s*,?\s*ltd|company\s*,?\s*limited|corporation|incorporated|corp|inc|ltd|limited|k\s*\.\s*k|plc|company|co)(?:\.|,|\s|$)+/gu;
