import { enclosed } from "../format/enclosed.ts";
import { foldText } from "../format/fold.ts";
import type { ReadQuestion } from "./read-question.ts";
import { pairsOf } from "./similarity.ts";
import { tableRowsOf } from "./table-passages.ts";

/** Stretches of a text that hold the words of a question. */
export interface FoundPassage {
  readonly shown: string;
  /** Fewer of the words, for where all don't stand together. */
  readonly less: string | null;
  readonly start: number;
  /** How much of what the question names stands in it, 0 to 1; rare words count more. */
  readonly score: number;
  /** Puts equal scores in order: a name where one is asked for, a number where one is. */
  readonly rank: number;
  /** A list of the place that is asked for. */
  readonly isList: boolean;
}

export interface ReadText {
  readonly text: string;
  /** The heading is one where filers must answer questions of this kind. */
  readonly statutory: boolean;
  readonly headings: string;
}

type Asked = Pick<ReadQuestion, "labels" | "asksFor" | "asksForName" | "text">;

const passageMin = 24;
const passageMax = 900;

/** The best stretches of all texts that were read: words are weighed by how rare they are among them. */
export function passagesIn(question: Asked, texts: readonly ReadText[]): FoundPassage[][] {
  const all = texts.map(({ text }) =>
    stretchesOf(text).map((each) => ({ ...each, pairs: pairsOf(foldText(each.shown)) })),
  );
  const stretches = all.flat();
  const wanted = wantedPairs(question);
  const weightOf = new Map<string, number>();
  for (const pair of wanted) {
    const count = stretches.reduce((sum, { pairs }) => sum + (pairs.has(pair) ? 1 : 0), 0);
    weightOf.set(pair, Math.log(1 + (stretches.length + 1) / (count + 0.5)));
  }
  const total = [...weightOf.values()].reduce((sum, each) => sum + each, 0);
  const listed = /筆頭|largest shareholder|top shareholder/iu.test(question.text) ? 1 : 10;
  const scoreOf = (pairs: ReadonlySet<string>, around?: ReadonlySet<string>) => {
    let sum = 0;
    for (const [pair, weight] of weightOf)
      sum += pairs.has(pair) ? weight : around?.has(pair) === true ? weight * headingShare : 0;
    return total === 0 ? 0 : sum / total;
  };
  return all.map((list, at) => {
    const { text = "", statutory = false, headings = "" } = texts[at] ?? {};
    const bonus = statutory ? statutoryBonus : 0;
    const around = pairsOf(foldText(headings));
    const prose = list.map(({ shown, start, pairs }): FoundPassage => {
      const says = shown.length >= proseMin ? 1 : 0.8;
      const score = Math.min(1, scoreOf(pairs) * says + bonus);
      return { shown, less: null, start, score, rank: score + fitOf(question, shown), isList: false };
    });
    const short = question.asksForName
      ? shortLinesOf(text).map(({ shown, less, start }): FoundPassage => {
          const score = Math.min(1, scoreOf(pairsOf(foldText(shown)), around) * 0.8 + bonus);
          return { shown, less, start, score, rank: score + fitOf(question, shown), isList: false };
        })
      : [];
    const isListed = question.asksForName && statutory && !auditor.test(question.text);
    const rows = tableRowsOf(text, wanted, isListed ? listed : 0).map((row): FoundPassage => {
      const { shown, rowsAlone: less, start, isList } = row;
      const score = Math.min(
        1,
        (isList ? listScore : scoreOf(row.pairs, new Set([...row.headPairs, ...around])) * 0.85) + bonus,
      );
      return { shown, less, start, score, rank: score + (isList ? nameBonus : fitOf(question, less)), isList };
    });
    return [...prose, ...short, ...rows]
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.rank - a.rank || a.start - b.start);
  });
}

const auditor = /監査法人|会計監査人|\bauditors?\b|\baudits\b/iu;
const statutoryBonus = 0.2;
const headingShare = 0.6;
const listScore = 0.7;
const nameBonus = 0.3;
const proseMin = 60;

/** A name where one is asked for, an amount where one is. */
function fitOf({ asksForName, asksFor, text }: Asked, shown: string): number {
  if (asksForName) return hasName(text, shown) ? nameBonus : 0;
  return asksFor === "figure" && amount.test(shown.normalize("NFKC")) ? nameBonus / 2 : 0;
}

export const amount = /\d[\d,.]*\s?(?:%|円|億|百万|千|人|名|株|倍|台|件|社|年間|トン|t\b)/u;

/** Of an auditor, where one is asked for; else of anybody. */
export function hasName(question: string, shown: string): boolean {
  const words = shown.normalize("NFKC");
  if (/監査|audit/iu.test(question))
    return /有限責任\s?\p{L}*\s?監査法人|(?!当該|同一|会計|その)[\p{Script=Han}]{2,4}監査法人|監査法人[\p{Script=Katakana}]{2,}/u.test(
      words,
    );
  return /株式会社|\(株\)|㈱|信託|銀行|BANK|財団|機構|[\p{Script=Han}]{1,4}[\s　][\p{Script=Han}]{1,4}/u.test(words);
}

function wantedPairs({ labels }: Pick<ReadQuestion, "labels">): Set<string> {
  return new Set(labels.flatMap((label) => [...pairsOf(label)]).filter((pair) => !/^[ぁ-ん]{2}$/u.test(pair)));
}

/** Paragraphs, without tables and headings; long ones in parts that end with a sentence. */
function stretchesOf(text: string): { shown: string; start: number }[] {
  const stretches: { shown: string; start: number }[] = [];
  let start = 0;
  for (const block of withoutTables(text).split(/(\n{2,})/u)) {
    let from = start;
    start += block.length;
    if (/^\s*(?:#|\||<)/u.test(block)) continue;
    let rest = block;
    while (rest.trim().length >= passageMin) {
      const end = rest.length <= passageMax ? rest.length : endOfSentence(rest);
      const shown = rest.slice(0, end).trim();
      if (shown.length >= passageMin) stretches.push({ shown, start: from });
      from += end;
      rest = rest.slice(end);
    }
  }
  return stretches;
}

const labelMax = 40;

/** Lines like a name under its label, "a. 監査法人の名称": the label, the line and what belongs to it. */
function shortLinesOf(text: string): { shown: string; less: string; start: number }[] {
  const found: { shown: string; less: string; start: number }[] = [];
  let before: string | undefined;
  let label = "";
  let start = 0;
  for (const block of withoutTables(text).split(/(\n{2,})/u)) {
    const line = block.trim();
    const at = start;
    start += block.length;
    if (line === "" || /^[|<]/u.test(line)) continue;
    const isLabel = /^(?:\*\*|#)/u.test(line) && line.length <= labelMax;
    if (!isLabel && line.length < passageMin * 3) {
      const shown = label === "" ? line : `${label} ${line}`;
      found.push({ shown, less: line, start: at });
      // What stands under the next label belongs to it: a name, and since when.
      if (before !== undefined && label !== "") found.push({ shown: `${before} ${shown}`, less: shown, start: at });
      before = label === "" ? undefined : shown;
    } else if (!isLabel) before = undefined;
    label = isLabel ? line.replace(/^#+\s*|\*\*/gu, "") : "";
  }
  return found;
}

/** Spaces in their place. */
function withoutTables(text: string): string {
  let out = "";
  for (const { start, end } of enclosed(text, /<table\b/giu, /<\/table>/giu)) {
    out += text.slice(out.length, start) + " ".repeat(end - start);
  }
  return out + text.slice(out.length);
}

function endOfSentence(text: string): number {
  const end = text.lastIndexOf("。", passageMax);
  return end > passageMax / 3 ? end + 1 : passageMax;
}
