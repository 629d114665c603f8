import { foldText } from "./fold.ts";

/**
 * Folds names for searching: hiragana, katakana and half-width katakana are the same, whatever characters are between
 * the kana. Hiragana becomes katakana first, so that the folding rules made for katakana (small kana, prolonged sounds)
 * apply. Texts are not folded this way, since はし and ハシ are two words there.
 */
export function foldKana(text: string): string {
  const joined = toKatakana(text)
    // ジェイ・パワー is often typed without its dot.
    .replace(/(?<=[ァ-ヿｦ-ﾟ])[\s・･]+(?=[ァ-ヿｦ-ﾟ])/gu, "")
    // The hyphen of a keyboard, where ー was meant.
    .replace(/(?<=[ァ-ヿｦ-ﾟ])-/gu, "ー");
  // Folding writes 3カ月 as 3か月.
  return toKatakana(foldText(joined));
}

/** Folds a text that is still being typed: a last ヴ is kept, since alone it would fold to ブ, but ヴィ folds to ビ. */
export function foldTypedKana(text: string): string {
  const unfinished = /[^\s](?:ヴ|ゔ|ｳﾞ)$/u.test(text) ? text.replace(/(?:ヴ|ゔ|ｳﾞ)$/u, "") : text;
  return foldKana(unfinished);
}

function toKatakana(text: string): string {
  return text.replace(/[ぁ-ゖゝゞ]/gu, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60));
}
