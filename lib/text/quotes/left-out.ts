/** Omissions by an ellipsis that turn a true quote into a false one. */
export type LeftOut = "negation" | "figure";

const denial =
  /ない|なかっ|なく|なけれ|なし|無い|無く|無し|ません|まい|ざる|[かがさざただなばらわせれえけべねめり一-龠]ず(?=[、。にとも]|$)|[一-龠]まず(?=[、。にとも]|$)|[きじいぎち]ず(?![つれらるべみなか])|かね(?:る|ます|まし)|ぬ|\b(?:not|no|none|never|neither|nor|nothing|nobody|nowhere|without|cannot|hardly|scarcely|unless|except|unable|fail(?:s|ed)?)\b|n['’]t\b/iu;
const noDenials =
  /少なくとも|少なくない|少ない|必ず|かかわらず|まいり|まいる|うまい|あまい|しまい|お見舞い|\bno\. ?(?=[0-9])/giu;

const figure =
  /[0-9①-⑳⁰¹²³⁴-⁹]|[〇一二三四五六七八九十百千万億兆]{2}|[一二三四五六七八九十百千万億兆](?:円|株|名|人|件|社|年|月|日|割|分|倍|％|%|ヶ|か|カ|ヵ|個|回|期)|半[分数減]|\b(?:half|third|quarter|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twice|dozen|hundreds?|thousands?|millions?|billions?|trillions?|percent)\b/iu;

/** Of words that are folded. Rather once too often than once too rarely: a reader looks at what is named. */
export function whatIsIn(words: string): LeftOut[] {
  const found: LeftOut[] = [];
  if (denial.test(words.replace(noDenials, "、"))) found.push("negation");
  if (figure.test(words)) found.push("figure");
  return found;
}
