import { stopWords } from "../../text/format/english-words.ts";
import { plainWidths } from "../../text/format/plain-widths.ts";

/**
 * Compares the words of a sentence with those of its quotes, within one language. Each content word of the sentence has
 * to stand in a quote: a run of kanji or katakana by pieces of at least two characters, an English word by its stem.
 * Words that say nothing by themselves, and directions and denials, which are compared by themselves, are left out.
 */
export type Language = "ja" | "en";

export function languageOf(text: string): Language {
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? "ja" : "en";
}

const wordsOf = (list: string): readonly string[] => list.trim().split(/\s+/);

/** Words of reports that say nothing by themselves, longest first. */
const plainJapanese = wordsOf(
  `当社グループ 当社 同社 当連結会計年度 前連結会計年度 連結会計年度 会計年度 当事業年度 前事業年度 年度 当期 前期 次期 前期比 前年同期比
   前年同期 前年度 前年比 前年 同期 期末 期首 金額 結果 場合 状況 対象 必要 理由 記載 百万円 百万 千円 億円 兆円
   増加 減少 増収 減収 増益 減益 増配 減配 上昇 低下 増大 拡大 縮小 改善 悪化 伸長 上回 下回 見込 予想 予定 計画 可能性`,
).toSorted((a, b) => b.length - a.length);

const plainCharacters = new Set(
  "当同各約等的化率額比末中得行認見込至成示述占用対係関基含受生言有無次及並又為所時際様旨増減期年月日円株名人",
);

/** Endings, particles and helping verbs, longest first. */
const plainKana = wordsOf(
  `について において における により によって による として とともに とともにすることに に対して ことから ことにより ことができ
   であります でありました であった である であり でした です ました ます ません いたしました いたします しております しており
   していない している されている されました されます されて された される させ していま いません いない いる おります おり おらず
   となりました となった となって となり となる とされ とみられ なります なりました なった なり なる ならび ならびに および または かつ なお
   また ほか から まで より ため こと もの ところ など これ それ この その ここ ない なかった なく なけれ ある あり ござい
   という といい とし した して する しな され さん べく ながら つつ だが だった では には とは でも へと にも のは のが のを がい べて られ
   れて れる えて える めて めた める けて けた げて げた って った せて せた びに わたり ごと たり につき つき まし せん おけ よう`,
).toSorted((a, b) => b.length - a.length);

const plainEnglish = new Set([
  ...stopWords,
  ...wordsOf(
    `company companies group corporation fiscal year years ended ending end previous prior preceding next current period
     compared comparison amounted totaled totalled recorded reported million billion thousand trillion yen percent
     january february march april may june july august september october november december respectively there
     increase increased decrease decreased rose rise fell fall declined decline grew growth higher lower up down
     not never none nor neither without cannot nothing unable will would could might should`,
  ),
]);

/** The first content word of a sentence that no quote has. */
export function foreignWord(sentence: string, quotes: readonly string[]): string | undefined {
  const text = plainWidths(sentence);
  const basis = plainWidths(quotes.join("\n"));
  return foreignJapanese(text, basis) ?? foreignEnglish(text, basis);
}

function foreignJapanese(text: string, basis: string): string | undefined {
  const words = text.replace(/[\d,.]+\s*(?:百万|千|億|兆|万)?(?:円|株|名|人|年|月|日|期|%|ポイント|倍|社|件)?/gu, " ");
  for (const [run] of words.matchAll(/[\p{Script=Han}々]+|[\p{Script=Katakana}ー]+/gu)) {
    const left = uncovered(run, basis, plainJapanese);
    if ([...left].some((each) => !plainCharacters.has(each) && !basis.includes(each))) return run;
    // Of katakana single characters say nothing, wherever they stand.
    if (left !== "" && /^[\p{Script=Katakana}ー]+$/u.test(run)) return run;
  }
  for (const [run] of words.matchAll(/\p{Script=Hiragana}+/gu)) {
    if (longestGap(run, basis, plainKana) >= 3) return run;
  }
  return undefined;
}

/** The pieces of a run of two or more characters that neither stand in the basis nor are empty words. */
function uncovered(run: string, basis: string, plain: readonly string[]): string {
  return gapsOf(run, basis, plain).join("");
}

function longestGap(run: string, basis: string, plain: readonly string[]): number {
  return Math.max(0, ...gapsOf(run, basis, plain).map((gap) => gap.length));
}

/** A longer run is no word, and is not looked through. */
const runMax = 200;

function gapsOf(run: string, basis: string, plain: readonly string[]): string[] {
  if (run.length > runMax) return [run];
  const gaps: string[] = [];
  let gap = "";
  for (let at = 0; at < run.length; ) {
    const word = plain.find((each) => run.startsWith(each, at))?.length ?? 0;
    const length = Math.max(word, sharedFrom(run, at, basis));
    if (length < 2) {
      gap += run.charAt(at);
      at += 1;
      continue;
    }
    if (gap !== "") gaps.push(gap);
    gap = "";
    at += length;
  }
  return gap === "" ? gaps : [...gaps, gap];
}

function sharedFrom(run: string, at: number, basis: string): number {
  let length = 0;
  while (at + length < run.length && basis.includes(run.slice(at, at + length + 1))) length += 1;
  return length;
}

function foreignEnglish(text: string, basis: string): string | undefined {
  const known = [...new Set(englishIn(basis).map(stem))];
  return englishIn(text).find(
    (word) => word.length > 1 && !plainEnglish.has(word) && !known.some((each) => sameStem(each, stem(word))),
  );
}

function englishIn(text: string): string[] {
  return [...text.matchAll(/[a-z]+/giu)].map(([word]) => word.toLowerCase());
}

function stem(word: string): string {
  return word.replace(/(?:ing|ed|es|s|e)$/u, "");
}

function sameStem(a: string, b: string): boolean {
  if (a === b) return true;
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  let shared = 0;
  while (shared < short.length && short.charAt(shared) === long.charAt(shared)) shared += 1;
  return shared >= 4 && shared >= long.length - 2;
}

/** A number of a sentence whose label has another number of the same kind in the quotes, and never this one. */
export function boundToAnother(sentence: string, quotes: readonly string[]): boolean {
  const said = labelled(plainWidths(sentence));
  const shown = quotes.flatMap((quote) => labelled(plainWidths(quote)));
  return said.some(({ label, number, kind }) => {
    const same = shown.filter((each) => each.kind === kind && each.label === label);
    return same.length > 0 && !same.some((each) => each.number === number);
  });
}

/** A change of a sentence that its quotes tell as the opposite one of the same number. */
export function changedTheOtherWay(sentence: string, quotes: readonly string[]): boolean {
  const said = changesIn(plainWidths(sentence));
  const shown = changesIn(plainWidths(quotes.join("\n")));
  return said.some(({ number, up }) => {
    const same = shown.filter((each) => each.number === number);
    return same.length > 0 && !same.some((each) => each.up === up);
  });
}

function changesIn(text: string): { readonly number: string; readonly up: boolean }[] {
  return [...text.matchAll(/(?<![\d,.])(\d[\d,.]*)\s*(?:%|円|百万円|名|人|ポイント)?の?(増|減|上昇|低下)/gu)].map(
    ([, number = "", change = ""]) => ({ number, up: change === "増" || change === "上昇" }),
  );
}

const periods = /(?:前期|当期|次期|前年度|当年度|今期|翌期)(?!比)/u;
const labelWord = /[\p{Script=Han}々]{2,}|[\p{Script=Katakana}ー]{2,}|[a-z]{3,}/giu;

function labelled(text: string): { readonly label: string; readonly number: string; readonly kind: string }[] {
  const found: { label: string; number: string; kind: string }[] = [];
  let label = "";
  let from = 0;
  for (const match of text.matchAll(
    /(?<![\d,.])(\d[\d,]*(?:\.\d+)?)\s*((?:百万|千|億|兆|万)?(?:円|株|名|人|%|倍)|million yen|%)/giu,
  )) {
    const between = text.slice(from, match.index);
    const period = periods.exec(between.slice(-4))?.[0];
    for (const [word] of between.matchAll(labelWord)) {
      if (!plainEnglish.has(word.toLowerCase()) && !plainJapanese.some((plain) => word.startsWith(plain))) label = word;
    }
    const [, number = "", kind = ""] = match;
    for (const each of [label, period])
      if (each !== undefined && each !== "") found.push({ label: each, number, kind });
    from = match.index + match[0].length;
  }
  return found;
}
