import type { FoundHeading } from "./find-headings.ts";
import { depthOf, fold, type Numbering, type Series } from "./numbering.ts";

/**
 * Places headings in a tree, one after the other, across the files of a filing. The legal titles in 【】 have a
 * fixed order, which outranks their tag (filers tag ① as they like); other tagged headings go by tag and numbering;
 * untagged subtitles stand below all of these and are ordered by their numbering alone.
 */
export class Outline {
  readonly #open: Open[] = [];

  /** The heading's depth, 1 for the outermost, or undefined where it is too deep to be a section of its own. */
  place(heading: FoundHeading): number | undefined {
    const { numbering, tag, title } = heading;
    if (numbering?.legal === true) return this.#placeLegal(numbering, tag);
    if (tag !== undefined) return this.#placeTagged(numbering, tag);
    if (numbering === undefined) return undefined;
    const depth = this.#placeSubtitle(numbering, title);
    return depth > subtitleDepthMax ? undefined : depth;
  }

  #placeLegal(numbering: Numbering, tag: number | undefined): number {
    const rank = legalRank(numbering, tag);
    const equal =
      numbering.series === "lenticular" && tag !== undefined
        ? this.#open.findLast((open) => open.tag === tag && !open.legal)
        : undefined;
    if (equal !== undefined) return this.#pushBeside(equal, numbering, tag);
    this.#popWhile((top) => top.rank >= rank);
    // Nothing but subtitles stands under the cover, also where the part that follows it is missing.
    return this.#push(numbering, tag, isCover(numbering) ? coverRank : rank);
  }

  #placeTagged(numbering: Numbering | undefined, tag: number): number {
    const sibling = numbering === undefined ? undefined : this.#findSibling(numbering, "tagged");
    if (sibling !== undefined && isLater(numbering, sibling)) return this.#pushBeside(sibling, numbering, tag);
    const rank = tag * 10;
    if (this.#standsUnderSubtitle(numbering, rank))
      return this.#push(numbering, tag, (this.#open.at(-1)?.rank ?? 0) + 1);
    this.#popWhile((top) => top.rank > rank || (top.rank === rank && !isDeeper(numbering, top)));
    return this.#push(numbering, tag, this.#open.at(-1)?.rank === rank ? rank + 5 : rank);
  }

  /** An unnumbered tagged heading after a numbered subtitle, where its tag doesn't lead out of their common parent. */
  #standsUnderSubtitle(numbering: Numbering | undefined, rank: number): boolean {
    const top = this.#open.at(-1);
    if (top === undefined || top.rank < subtitleRank || top.ordinal === undefined) return false;
    if (numbering !== undefined && depthOf(numbering.series) !== undefined) return false;
    const parent = this.#open.findLast((open) => open.rank < subtitleRank);
    return parent !== undefined && parent.rank < rank;
  }

  #placeSubtitle(numbering: Numbering, title: string): number {
    const isNote = numbering.series === "round" && noteTitle.test(fold(title));
    const sibling = this.#findSibling(numbering, isNote ? "tagged" : "subtitle");
    if (sibling !== undefined && (isLater(numbering, sibling) || sibling === this.#open.at(-1))) {
      return this.#pushBeside(sibling, numbering, undefined);
    }
    const depth = depthOf(numbering.series);
    if (depth === undefined) this.#leaveBrackets(numbering.series);
    // A list that does not begin at its beginning: its parent was missed, and what is open is not its parent.
    else if ((numbering.ordinal ?? 1) > 1) {
      this.#popWhile((top) => top.rank >= subtitleRank && (depthOf(top.series ?? "round") ?? -1) >= depth);
    }
    return this.#push(numbering, undefined, Math.max(subtitleRank, (this.#open.at(-1)?.rank ?? 0) + 1));
  }

  /** ＜…＞ may stand under （…） or ［…］, never the other way round. */
  #leaveBrackets(series: Series): void {
    const own = bracketDepth(series);
    this.#popWhile((top) => top.rank >= subtitleRank && top.series !== undefined && bracketDepth(top.series) >= own);
  }

  /** The nearest open heading of the same series, not looking past a legal title. */
  #findSibling(numbering: Numbering, seeker: "tagged" | "subtitle"): Open | undefined {
    for (let at = this.#open.length - 1; at >= 0; at--) {
      const open = this.#open[at];
      if (open === undefined || (open.legal && open.rank <= 50)) return undefined;
      if (open.series !== numbering.series || open.legal) continue;
      // (変動事由の概要) in a paragraph is no sibling of the tagged (連結株主資本等変動計算書関係) above it.
      const foreign = seeker === "subtitle" && numbering.ordinal === undefined && open.tag !== undefined;
      return foreign && at < this.#open.length - 1 ? undefined : open;
    }
    return undefined;
  }

  #pushBeside(sibling: Open, numbering: Numbering | undefined, tag: number | undefined): number {
    this.#open.length = this.#open.indexOf(sibling);
    return this.#push(numbering, tag ?? sibling.tag, sibling.rank);
  }

  #push(numbering: Numbering | undefined, tag: number | undefined, rank: number): number {
    return this.#open.push({
      series: numbering?.series,
      ordinal: numbering?.ordinal,
      legal: numbering?.legal ?? false,
      tag,
      rank,
    });
  }

  #popWhile(isOver: (top: Open) => boolean): void {
    for (let top = this.#open.at(-1); top !== undefined && isOver(top); top = this.#open.at(-1)) this.#open.pop();
  }
}

interface Open {
  readonly series: Series | undefined;
  readonly ordinal: number | undefined;
  readonly legal: boolean;
  readonly tag: number | undefined;
  readonly rank: number;
}

const subtitleRank = 100;
/** Subtitles further down stay paragraphs: a table of contents is read by people. */
const subtitleDepthMax = 6;

/** The notes that the ordinance names. */
const noteTitle =
  /関係\)$|^\((?:重要な|継続企業の前提|会計方針|会計上の見積り|表示方法|修正再表示|追加情報|未適用の|セグメント情報|1株当たり情報|連結の範囲)/;

const coverRank = 90;

function isCover(numbering: Numbering): boolean {
  return numbering.series === "lenticular" && numbering.rest.includes("表紙");
}

function legalRank(numbering: Numbering, tag: number | undefined): number {
  const depth = depthOf(numbering.series);
  if (depth !== undefined) return (Math.min(depth, 5) + 1) * 10;
  if (isCover(numbering)) return 10;
  // 【注記事項】 stands beside the statements ① to ④ that it explains.
  if (/注記事項|連結財務諸表注記/.test(numbering.rest)) return 50;
  return tag !== undefined && tag <= 3 ? tag * 10 : 60;
}

function bracketDepth(series: Series): number {
  return series === "angle" ? 2 : series === "round" || series === "square" ? 1 : 0;
}

function isLater(numbering: Numbering | undefined, sibling: Open): boolean {
  if (numbering?.ordinal === undefined || sibling.ordinal === undefined) return true;
  return numbering.ordinal > sibling.ordinal;
}

/** Of two headings with the same tag, whether the second stands under the first all the same. */
function isDeeper(numbering: Numbering | undefined, top: Open): boolean {
  if (top.legal) {
    return numbering === undefined || numbering.series !== top.series || numbering.ordinal !== (top.ordinal ?? 0) + 1;
  }
  if (numbering === undefined || top.series === undefined) return false;
  const own = depthOf(numbering.series);
  const other = depthOf(top.series);
  return own !== undefined && other !== undefined && own > other;
}
