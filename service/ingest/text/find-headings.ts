import type { Paragraph } from "./blocks.ts";
import type { FlatBlock } from "./flatten.ts";
import { lengthOf } from "./length.ts";
import { fold, type Numbering, readNumbering, type Series } from "./numbering.ts";

/** A block that opens a section. */
export interface FoundHeading {
  readonly title: string;
  /** 1 to 6 where the source tags it; undefined for a paragraph that is clearly a heading. */
  readonly tag: number | undefined;
  readonly numbering: Numbering | undefined;
}

const taggedLengthMax = 150;
const subtitleLengthMax = 60;

/** For each block the heading that it is, or undefined. */
export function findHeadings(blocks: readonly FlatBlock[]): (FoundHeading | undefined)[] {
  const lines = blocks.map((block) =>
    block.kind === "paragraph" || block.kind === "heading" ? fold(block.text) : undefined,
  );
  const numberings = lines.map((line) => (line === undefined ? undefined : readNumbering(line)));
  const bold = findBoldLines(blocks, numberings);
  const notes = new NoteRun();
  const list = new ListItems(numberings);
  const isListed = listedLines(blocks, lines);
  const found = blocks.map((block, at) => {
    const numbering = numberings[at];
    if (isListed(at) || ("text" in block && isWideContentsLine(block.text))) return undefined;
    if (block.kind === "heading") {
      const title = titleOf(block.text);
      const isTitle = title.length <= taggedLengthMax && isTaggedTitle(fold(title), numbering);
      if (isTitle) {
        notes.reset();
        list.leave(numbering);
      }
      return isTitle ? { title, tag: block.tag, numbering } : undefined;
    }
    if (block.kind !== "paragraph") return undefined;
    const boldLine = bold.get(at);
    if (boldLine !== undefined) return boldLine;
    if (notes.includes(lines[at] ?? "", numbering)) return undefined;
    if (numbering === undefined || block.list !== undefined || !looksLikeTitle(block, numbering)) return undefined;
    if (!numbering.legal && list.includes(numbering, at, isListItem(blocks, numberings, at))) return undefined;
    notes.reset();
    return { title: titleOf(block.text), tag: undefined, numbering };
  });
  divideLongTexts(blocks, numberings, found);
  return found;
}

const pageAtEnd = /^(.*[^ 0-9(])(?: | ?\()[0-9]{1,3}\)?$/;

/** Lines of a list of contents without a leader: a title and its page, and the title alone further down. */
function listedLines(blocks: readonly FlatBlock[], lines: readonly (string | undefined)[]): (at: number) => boolean {
  // Most of a filing is in longer ones, which are no titles.
  const short = lines.map((line, at) => (isShort(blocks[at]) ? line : undefined));
  const lastOf = new Map(short.map((line, at) => [line, at]));
  return (at) => {
    const title = pageAtEnd.exec(short[at] ?? "")?.[1];
    return title !== undefined && (lastOf.get(title) ?? -1) > at;
  };
}

function isShort(block: FlatBlock | undefined): boolean {
  return (block?.kind === "heading" || block?.kind === "paragraph") && block.text.length <= taggedLengthMax;
}

/** Bold lines without a number are headings where several of them occur under one title in 【】. */
const boldSeriesMin = 3;
const boldLengthMax = 40;

function findBoldLines(
  blocks: readonly FlatBlock[],
  numberings: readonly (Numbering | undefined)[],
): Map<number, FoundHeading> {
  const found = new Map<number, FoundHeading>();
  let run = new SeriesOfLines();
  blocks.forEach((block, at) => {
    if (numberings[at]?.legal === true) {
      run.addTo(found, boldSeriesMin);
      run = new SeriesOfLines();
    }
    if (numberings[at] === undefined && isBoldTitle(block, blocks[at + 1])) run.add(at, block);
  });
  run.addTo(found, boldSeriesMin);
  return found;
}

function isBoldTitle(block: FlatBlock, next: FlatBlock | undefined): block is Paragraph {
  return block.kind === "paragraph" && block.bold && next !== undefined && isPlainTitle(block);
}

/** A text that is longer than this without any heading is divided by lines that head nothing elsewhere. */
const undividedMax = 20_000;
const dividingLinesMin = 2;
const dividingLengthMax = 60;
/** Marks that filers set before a title. */
const titleMark = /^[■□◆◇●○▼▽★☆]/;

function divideLongTexts(
  blocks: readonly FlatBlock[],
  numberings: readonly (Numbering | undefined)[],
  headings: (FoundHeading | undefined)[],
): void {
  let from = 0;
  for (let end = 1; end <= blocks.length; end++) {
    if (end < blocks.length && headings[end] === undefined) continue;
    const length = blocks.slice(from, end).reduce((sum, block) => sum + lengthOf(block), 0);
    if (length > undividedMax) {
      const run = new SeriesOfLines();
      for (let at = from + 1; at < end - 1; at++) {
        const block = blocks[at];
        if (block?.kind !== "paragraph" || numberings[at] !== undefined) continue;
        const isMarked = block.bold || titleMark.test(block.text);
        if (isMarked && isPlainTitle(block, dividingLengthMax)) run.add(at, block);
      }
      const found = new Map<number, FoundHeading>();
      run.addTo(found, dividingLinesMin);
      for (const [at, heading] of found) headings[at] = heading;
    }
    from = end;
  }
}

/** Lines without a number that may be titles: those in 「」 stand under the others. */
class SeriesOfLines {
  readonly #lines: { readonly at: number; readonly heading: FoundHeading }[] = [];

  add(at: number, block: Paragraph): void {
    const title = titleOf(block.text);
    const series = /^「[^」]*」$/.test(fold(block.text)) ? "quoted" : "bold";
    const numbering: Numbering = { series, ordinal: undefined, legal: false, rest: title };
    this.#lines.push({ at, heading: { title, tag: undefined, numbering } });
  }

  addTo(found: Map<number, FoundHeading>, min: number): void {
    for (const series of ["bold", "quoted"]) {
      const same = this.#lines.filter(({ heading }) => heading.numbering?.series === series);
      if (same.length >= min) for (const { at, heading } of same) found.set(at, heading);
    }
  }
}

/** A line without a number that may be a title, by its words. */
export function isPlainTitle(block: Paragraph, lengthMax = boldLengthMax): boolean {
  if (block.align === "end" || block.list !== undefined || block.text.includes("\n")) return false;
  const folded = fold(block.text);
  if (folded.length > lengthMax || !/\p{L}{2}/u.test(folded) || folded.includes("。")) return false;
  return !notPlainTitles.some((pattern) => pattern.test(folded));
}

/** One line, its layout spaces collapsed; ideographic spaces belong to names and stay. */
export function titleOf(text: string): string {
  return text
    .replace(/([\x21-\x7e])\n(?=[\x21-\x7e])/g, "$1 ")
    .replaceAll("\n", "")
    .replace(/[ \u00a0\t]+/g, " ")
    .trim();
}

/** A column heading that some filers tag: it names a table's year, not a section. */
const periodLabel =
  /^\(?(?:前|当)?(?:第[1-4]四半期|中間)?(?:連結)?(?:会計|事業|累計)(?:年度|期間)末?(?:\(?自 ?[^()]*\)?)?\)?$|^\(?自 ?[^()]{4,20}至 ?[^()]{4,20}\)?$|^\(?第[1-4]四半期\)?$/;

/** A line of a table of contents: a title, its leader and its page, which may stand beside it. */
const contentsLine =
  /(?:[…‥⋯]|(?:[・･·.。_] ?){3}|[-─―‐—－]{4}) ?\(?(?:添付資料 ?)?(?:P\.? ?)?[0-9]{1,4}(?:ページ|頁)?\)?$|(?:[…‥⋯] ?){2}$|(?:[・･·.] ?){4}$/;
/** Without a leader: its page stands at the end of the line, behind much room. */
const isWideContentsLine = (text: string) => /[ \u3000]{4}[0-9０-９]{1,3}$/.test(text.trimEnd().slice(-8));
const sentence = /。$|.{15}。|.{40}[.]$/;
/** Without its full stop. */
const openSentence = /.{6}(?:ます|ました|です|でした|ません|である|ている|ください)$/;
/** The same behind a number; a title there is mostly a noun. */
const numberedSentence =
  /(?:ます|ました|ません|でした|ものです)$|(?:増加|減少|上昇|低下|悪化|改善|拡大|縮小)し(?:た|ている)$/;
const unitAlone =
  /^[([〔]?(?:金額)?単位 ?[:は ]|^[([〔]?(?:千|百万|十億|億)?(?:円|%|米ドル|USドル|ドル|ユーロ|株|口|名|人|社|トン)[)\]〕]?$/;
const figureAlone = /^[(△▲-]?[0-9][0-9,. ]*(?:円|千円|百万円|億円|株|名|人|社|%|歳|倍)?\)?$/;
const dateAlone =
  /^\(?(?:[自至] ?)?(?:[0-9]{4}|(?:昭和|平成|令和) ?(?:[0-9]{1,2}|元))年 ?[0-9]{1,2}月(?: ?[0-9]{1,2}日)?(?:現在)?\)?$|^[0-9]{4}[/-][0-9]{1,2}[/-][0-9]{1,2}$|^[0-9]{4}年 ?[0-9]{1,2}月 ?期$/;
const markAlone = /^\(?注\)? ?[0-9]{0,2}$|^※ ?[0-9]{0,2}$|^以 ?上$|^記$|^(?:合|小|総|累)?計$|^[-―—–－ー*]+$/;
const alone = [periodLabel, contentsLine, openSentence, unitAlone, figureAlone, dateAlone, markAlone];

/** Filers tag lines that head nothing. */
function isTaggedTitle(folded: string, numbering: Numbering | undefined): boolean {
  if (periodLabel.test(folded) || contentsLine.test(folded)) return false;
  if (numbering?.legal === true) return true;
  if (numbering === undefined && openSentence.test(folded)) return false;
  const rest = numbering?.ordinal === undefined ? "" : numbering.rest;
  if (numberedSentence.test(rest) || figureAlone.test(rest)) return false;
  return ![sentence, unitAlone, figureAlone, dateAlone, markAlone].some((pattern) => pattern.test(folded));
}

const notAHeading =
  /^\(?注(?!記[ 0-9])|^※|^\(?単位|^\(自 |^自 |現在\)?$|^以 ?上$|^記$|未満|四捨五入|切捨|表示は|参照|省略/;
const endsLikeText = /[。、,;；：:…]$/;
/** A value, not a title: 26社, 28,062百万円, 25.4%. */
const endsWithAmount = /[0-9][0-9,.]*\s?(?:円|百万円|千円|億円|株|名|人|社|銘柄|件|%|歳|倍|年|か月|ヶ月|日)\)?$/;

const notPlainTitles = [notAHeading, endsLikeText, endsWithAmount, ...alone];

function looksLikeTitle(block: FlatBlock & { kind: "paragraph" }, numbering: Numbering): boolean {
  if (numbering.legal) return block.text.length <= taggedLengthMax && !contentsLine.test(fold(block.text));
  if (block.align === "end" || block.text.includes("\n")) return false;
  const folded = fold(block.text);
  if (folded.length > subtitleLengthMax || periodLabel.test(folded) || contentsLine.test(folded)) return false;
  if (notAHeading.test(folded) || endsLikeText.test(folded)) return false;
  if (numbering.ordinal === undefined && alone.some((pattern) => pattern.test(folded))) return false;
  if (numberedSentence.test(numbering.rest)) return false;
  if (endsWithAmount.test(folded) || /^[-－―‐–—]?$/.test(numbering.rest)) return false;
  return /[\p{L}]/u.test(numbering.rest) && !/[。]./.test(folded);
}

/** Numbered paragraphs directly after each other are a list, since a heading is followed by text. */
function isListItem(blocks: readonly FlatBlock[], numberings: readonly (Numbering | undefined)[], at: number): boolean {
  const own = numberings[at];
  const next = numberings[at + 1];
  const previous = numberings[at - 1];
  if (own === undefined || at + 1 >= blocks.length) return true;
  if (next !== undefined && blocks[at + 1]?.kind === "paragraph" && follows(own, next)) return true;
  return previous !== undefined && blocks[at - 1]?.kind === "paragraph" && follows(previous, own);
}

function follows(first: Numbering, second: Numbering): boolean {
  if (first.series !== second.series || first.legal !== second.legal) return false;
  return first.ordinal === undefined || second.ordinal === first.ordinal + 1;
}

/** A list goes on after a paragraph between its items: its last number is an item too, and heads nothing. */
class ListItems {
  readonly #numberings: readonly (Numbering | undefined)[];
  readonly #next = new Map<Series, number>();

  constructor(numberings: readonly (Numbering | undefined)[]) {
    this.#numberings = numberings;
  }

  includes({ series, ordinal }: Numbering, at: number, isItem: boolean): boolean {
    if (ordinal === undefined) return isItem;
    const isLast = !isItem && this.#next.get(series) === ordinal && !this.#goesOn(series, ordinal, at);
    if (isItem) this.#next.set(series, ordinal + 1);
    else this.#next.delete(series);
    return isItem || isLast;
  }

  leave(numbering: Numbering | undefined): void {
    if (numbering?.legal === true) this.#next.clear();
    else if (numbering !== undefined) this.#next.delete(numbering.series);
  }

  #goesOn(series: Series, ordinal: number, at: number): boolean {
    for (let ahead = at + 1; ahead < this.#numberings.length; ahead++) {
      const numbering = this.#numberings[ahead];
      if (numbering?.legal === true) return false;
      if (numbering?.series === series && numbering.ordinal === ordinal + 1) return true;
    }
    return false;
  }
}

/** （注）１, then ２, ３ …: numbered, and notes all the same. */
class NoteRun {
  #next: number | undefined;

  includes(folded: string, numbering: Numbering | undefined): boolean {
    const note = /^\(?注(?!記[ 0-9])\)? ?\(?([0-9]{1,2})?/.exec(folded);
    if (note !== null) {
      this.#next = note[1] === undefined ? undefined : Number(note[1]) + 1;
      return true;
    }
    if (this.#next !== undefined && numbering?.series === "number" && numbering.ordinal === this.#next) {
      this.#next++;
      return true;
    }
    if (numbering === undefined) this.#next = undefined;
    return false;
  }

  reset(): void {
    this.#next = undefined;
  }
}
