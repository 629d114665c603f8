import { foldText } from "../../../lib/text/format/fold.ts";
import { nfkc } from "../../../lib/text/format/nfkc.ts";
import { remembered } from "../../../lib/text/format/remembered.ts";

/** Filings share their headings and the labels of their rows. */
const coresMax = 10_000;

const numberedBefore = new RegExp(
  [
    "第\\s*[0-9一二三四五六七八九十]{1,3}\\s*(?:部|章|節)?",
    "[0-9]{1,2}\\s*[.、)]",
    "[0-9]{1,2}(?=\\s|【|[(])",
    "[(]\\s*(?:[0-9]{1,2}|[a-z\\u30a1-\\u30fa]|i{1,3}|iv|vi{0,3})\\s*[)]",
    "[a-z]\\s*[.)]",
    "(?:i{1,3}|iv|vi{0,3}|[\\u30a1-\\u30fa])[\\s.)、]",
  ]
    .map((each) => `^(?:${each})\\s*(?=\\S)`)
    .join("|"),
  "iu",
);

/** Nobody reads a longer heading. */
const titleMax = 1_000;

/** A heading without its number and brackets: `３【配当政策】` is 配当政策. Its characters are as printed, but for width. */
export function printedTitle(title: string): string {
  let core = nfkc(title.slice(0, titleMax)).trim();
  for (let round = 0; round < 2; round++) {
    const cut = core.replace(numberedBefore, "");
    if (cut === core || cut === "") break;
    core = cut;
  }
  return core
    .replace(/^[【[(<〔「]+|[】\])>〕」]+$/gu, "")
    .replace(/[【】]/gu, "")
    .replace(/\s+/gu, "");
}

export const titleCore = remembered(coresMax, (title) => foldText(printedTitle(title)));

/** A row's label without units, footnote marks and white space. */
export function printedLabel(label: string): string {
  return nfkc(label)
    .replace(/[(][^()]*(?:円|株|人|名|%|歳|年|注)[^()]*[)]/gu, "")
    .replace(/[※*]\s*[0-9,]*/gu, "")
    .replace(/\s+/gu, "");
}

export const labelCore = remembered(coresMax, (label) => foldText(printedLabel(label)));

/** The legal titles are in 【】. */
export function isLegalTitle(title: string): boolean {
  return /【[^【】]+】/u.test(title);
}
