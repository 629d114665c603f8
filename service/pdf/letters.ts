/**
 * Some producers of PDFs write a radical (⾦, U+2FA6) or a compatibility ideograph for the letter that looks the same. It
 * reads right and is found by no search.
 */
const lookalikes = /[\u2e80-\u2fdf\uf900-\ufaff]|[\u{2f800}-\u{2fa1f}]/gu;

/** Radicals that Unicode does not decompose, though each is a letter in Japanese text. */
const radicals: Readonly<Record<string, string>> = {
  "\u2ea0": "民",
  "\u2ec1": "虎",
  "\u2ec4": "西",
  "\u2ec6": "角",
  "\u2ed1": "長",
  "\u2ed8": "青",
  "\u2edd": "食",
  "\u2ee3": "骨",
  "\u2ee4": "鬼",
  "\u2ee8": "麦",
  "\u2ee9": "黄",
  "\u2eeb": "斉",
  "\u2eed": "歯",
  "\u2eef": "竜",
  "\u2ef2": "亀",
};

/** Text with the letters that are read, and everything else as it stands. */
export function withReadLetters(text: string): string {
  return text.replace(lookalikes, (letter) => radicals[letter] ?? letter.normalize("NFKC"));
}
