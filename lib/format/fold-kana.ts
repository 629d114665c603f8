import { foldText } from "./fold.ts";

/**
 * Names as people type them: hiragana, katakana and half-width katakana are the same, whatever stands between the
 * kana. Hiragana becomes katakana before anything is folded, so that each rule of folding (small kana, prolonged
 * sounds) sees the kana that it was made for. Texts don't fold so: there はし and ハシ are two words.
 */
export function foldKana(text: string): string {
  const joined = toKatakana(text)
    // ジェイ・パワー is typed without its dot as often as with it.
    .replace(/(?<=[ァ-ヿｦ-ﾟ])[\s・･]+(?=[ァ-ヿｦ-ﾟ])/gu, "")
    // The hyphen of a keyboard, where ー was meant.
    .replace(/(?<=[ァ-ヿｦ-ﾟ])-/gu, "ー");
  // Folding writes 3カ月 as 3か月.
  return toKatakana(foldText(joined));
}

/** As a question that may not be finished: ヴ alone would fold to ブ, and is on the way to ヴィ, which folds to ビ. */
export function foldTypedKana(text: string): string {
  const unfinished = /[^\s](?:ヴ|ゔ|ｳﾞ)$/u.test(text) ? text.replace(/(?:ヴ|ゔ|ｳﾞ)$/u, "") : text;
  return foldKana(unfinished);
}

function toKatakana(text: string): string {
  return text.replace(/[ぁ-ゖゝゞ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60));
}
