const kanji = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
const fullWidth = (digit: number): string => String.fromCharCode(0xff10 + digit);

/** The chapters of an annual report's first part, which its form fixes. */
const annualReportChapters = [
  "企業の概況",
  "事業の状況",
  "設備の状況",
  "提出会社の状況",
  "経理の状況",
  "提出会社の株式事務の概要",
  "提出会社の参考情報",
];

/**
 * The name of a page of an EDINET filing, as its readers call it, from the number before its name: part, chapter, and
 * a running number. A name without one is left as it is.
 */
export function partName(file: string): string {
  const base = file.slice(file.lastIndexOf("/") + 1);
  if (/^\d{7}_header_/.test(base)) return "表紙";
  const found = /^0(\d)(\d{2})\d{3}_honbun_(jpcrp030000-asr)?/.exec(base);
  const part = Number(found?.[1] ?? 0);
  const chapter = Number(found?.[2] ?? 0);
  if (part === 0 || chapter > 9) return base;
  const words = [`第${kanji[part] ?? part}部`];
  if (chapter > 0) words.push(`第${fullWidth(chapter)}`);
  const title = found?.[3] !== undefined && part === 1 ? annualReportChapters[chapter - 1] : undefined;
  if (title !== undefined) words.push(`【${title}】`);
  return words.join(" ");
}
