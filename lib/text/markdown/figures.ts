import { nfkc } from "../format/nfkc.ts";

/**
 * Recognises the kind of a table cell in a Japanese filing by its text: a figure, an absent value, a unit, a total.
 * Filers mark losses with △ or ▲, write digits in either width and put note marks before a number.
 */

const spaces = /[\s\u3000]+/gu;
const noteMark = "(?:※\\d{0,2}|\\*\\d{0,2}|[(（]注\\d{0,2}[)）]\\d{0,2}|\\(?\\*\\)?)?";
const sign = "[△▲\\-−–‐+±]?";
const measures =
  "百万円|千円|億円|兆円|円|銭|百万米ドル|千米ドル|米ドル|株|千株|名|人|社|店|件|台|倍|%|％|ポイント|pt|bps|t|kg|㎡|m2|ha|ヶ月|か月|カ月|時間|[(（]%[)）]";
const figure = new RegExp(
  `^${noteMark}[(（\\[［]?${sign}[¥$€£]?\\d[\\d,]*(?:\\.\\d+)?(?:${measures})?[)）\\]］]?$`,
  "u",
);
const absent = /^[-－―—–‐ー─━…･・]{1,3}$/u;
const unit =
  /^[(（[［【]?(?:(?:金額の?)?単位\s*[:：]|(?:in\s+)?(?:millions?|thousands?|billions?)\s+of\s+|unit\s*:)[^。]*$/iu;
const bareUnit =
  /^[(（](?:百万円|千円|億円|円|株|千株|名|人|％|%)(?:[、,・／/](?:百万円|千円|億円|円|株|千株|名|人|％|%))*[)）]$/u;
const total =
  /^[(（【]?(?:合計|総計|総合計|計|総額|純資産合計|負債純資産合計|total|grand total)[)）】]?$|合計$|\btotal$/iu;

/** Full-width digits and signs in ASCII, without spaces. */
export function plainFigure(text: string): string {
  return nfkc(text.replace(spaces, ""));
}

export function isBlank(text: string): boolean {
  return text.replace(spaces, "") === "";
}

export function isFigure(text: string): boolean {
  const plain = plainFigure(text);
  return plain.length <= 32 && figure.test(plain);
}

/** A dash that means "no value", such as －. */
export function isAbsent(text: string): boolean {
  return absent.test(text.replace(spaces, ""));
}

/** （単位：百万円）, (Millions of yen), （百万円）. */
export function isUnit(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length === 0 || trimmed.length > 60) return false;
  return unit.test(trimmed.normalize("NFKC")) || bareUnit.test(trimmed.normalize("NFKC").replace(spaces, ""));
}

/** The label of a row that adds up the rows above it. */
export function isTotal(label: string): boolean {
  const trimmed = label.replace(spaces, "");
  return trimmed.length > 0 && trimmed.length <= 24 && total.test(trimmed);
}

export function isGrandTotal(label: string): boolean {
  return /^(?:合計|総計|総合計)$/u.test(label.replace(spaces, ""));
}

/** The label of a row that is the sum of rows above it, and not a balance that a list of key figures has too. */
export function isAddition(label: string): boolean {
  return /(?:合計|小計|総計)$|^計$/u.test(label.replace(spaces, "").replace(inBrackets, ""));
}

const subtotal =
  /^(?:小計|.*(?<!の)小計|売上総(?:利益|損失|損益)|営業総?利益|営業(?:損失|損益)|経常(?:利益|損失|損益)|(?:税引前|税金等調整前|税効果調整前).*|(?:親会社(?:株主|の所有者)に帰属する)?(?:当期|中間|四半期)(?:純)?(?:利益|損失|損益)|(?:当期|中間|四半期)?包括利益|(?:営業|投資|財務)活動による(?:純額)?キャッシュ・フロー|現金及び現金同等物の(?:増減額|期首残高|期末残高)|繰延税金(?:資産|負債)の?純額)$/u;
const inBrackets = /[（(＜〔][^（()）＜＞〔〕]*[)）＞〕]/gu;

/** The label of a row in which a statement draws a result between the rows above and below it. */
export function isSubtotal(label: string): boolean {
  const trimmed = label
    .replace(spaces, "")
    .replace(inBrackets, "")
    .replace(/又は.*$/u, "");
  return trimmed.length > 0 && trimmed.length <= 30 && subtotal.test(trimmed);
}

const dayOf = /^[(（]?(?:(?:明治|大正|昭和|平成|令和)(?:元|\d{1,2})|\d{4})年\d{1,2}月\d{1,2}日現在[)）]?$/u;

/** （2024年3月31日現在）, which filers set at the right above a table. */
export function isDayOf(text: string): boolean {
  return text.length <= 40 && dayOf.test(text.replace(spaces, "").normalize("NFKC"));
}

/** Mostly numbers or absent values, and at least one number; notes between them make no column of words. */
export function isFigureColumn(texts: readonly string[]): boolean {
  let figures = 0;
  let absents = 0;
  let words = 0;
  for (const text of texts) {
    if (isBlank(text)) continue;
    if (isFigure(text)) figures++;
    else if (isAbsent(text)) absents++;
    else words++;
  }
  return figures > 0 && (figures + absents) / (figures + absents + words) >= 0.6;
}

/** The depth of a row label, which filers show by leading full-width spaces. */
export function labelDepth(label: string): number {
  return /^[\u3000]*/u.exec(label)?.[0].length ?? 0;
}
