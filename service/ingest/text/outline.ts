import type { FoundHeading } from "./find-headings.ts";
import { depthOf, fold, type Numbering, type Series } from "./numbering.ts";

/**
 * Places headings in a tree, one after the other, across the files of a filing, and returns the depth of each, 1 for
 * the top level. The legal titles in 【】 have a fixed order, which outranks their tag (filers tag ① as they like). Of
 * all others a number that goes on an open series stands beside the one before it, whatever has been opened since; what
 * begins a series goes by its tag, then by the usual order of series.
 */
export function placeHeadings(headings: readonly FoundHeading[]): number[] {
  const outline = new Outline(headings);
  return headings.map((heading, at) => outline.place(heading, at));
}

class Outline {
  readonly #headings: readonly FoundHeading[];
  readonly #open: Open[] = [];

  constructor(headings: readonly FoundHeading[]) {
    this.#headings = headings;
  }

  place(heading: FoundHeading, at: number): number {
    const { numbering, tag } = heading;
    if (numbering?.legal === true) return this.#placeLegal(heading, numbering);
    const sibling = this.#findSibling(heading, at);
    if (sibling !== undefined) return this.#pushBeside(sibling, heading);
    if (tag !== undefined) return this.#placeTagged(heading, tag);
    if (numbering !== undefined) this.#leaveSeries(numbering, at);
    return this.#push(heading, Math.max(subtitleRank, this.#rankBelowTop()));
  }

  #placeLegal(heading: FoundHeading, numbering: Numbering): number {
    const { tag } = heading;
    const rank = legalRank(numbering, tag);
    // Notes end with the statements that they explain.
    const endsNotes = rank <= notesRank && (numbering.series !== "lenticular" || rank === notesRank);
    const note = endsNotes ? this.#open.findIndex((open) => open.note) : -1;
    if (note >= 0) this.#open.length = note;
    const equal =
      numbering.series === "lenticular" && tag !== undefined
        ? this.#open.findLast((open) => open.tag === tag && !open.legal)
        : undefined;
    if (equal !== undefined) return this.#pushBeside(equal, heading);
    this.#popWhile((top) => top.rank >= rank);
    // Nothing but subtitles stands under the cover, also where the part that follows it is missing.
    return this.#push(heading, isCover(numbering) ? coverRank : rank);
  }

  /** The open heading beside which this one stands, not looking past a legal title. */
  #findSibling(heading: FoundHeading, at: number): Open | undefined {
    const { numbering } = heading;
    if (numbering === undefined) return undefined;
    const near = this.#open.slice(this.#open.findLastIndex((open) => open.legal && open.rank <= notesRank) + 1);
    // The outermost, so that no note stands inside of another one; only one in ＜＞ may divide one in （）.
    const note = near.find((open) => open.note && [open.series, "round"].includes(numbering.series));
    if (note !== undefined && isNote(heading)) return note;
    const alike = near.filter((open) => !open.legal && open.series === numbering.series);
    if (numbering.ordinal === undefined) return this.#findBracketSibling(heading, alike, at);
    const nearest = alike.at(-1);
    const exact = alike.findLast((open) => open.ordinal !== undefined && open.ordinal + 1 === numbering.ordinal);
    if (exact !== undefined) return exact;
    if (nearest === undefined) return undefined;
    return isLater(numbering, nearest) || (heading.tag === undefined && nearest === this.#open.at(-1))
      ? nearest
      : undefined;
  }

  #findBracketSibling(heading: FoundHeading, alike: readonly Open[], at: number): Open | undefined {
    const { tag } = heading;
    if (tag !== undefined) return alike.findLast((open) => open.tag === tag);
    // (変動事由の概要) in a paragraph is no sibling of the tagged (連結株主資本等変動計算書関係) above it.
    const nearest = alike.findLast((open) => open.tag === undefined || open === this.#open.at(-1));
    if (nearest === undefined) return undefined;
    // If a number that was opened since goes on after this heading, the heading stands inside of it.
    const since = this.#open.slice(this.#open.indexOf(nearest) + 1);
    return since.some((open) => this.#goesOn(open, at)) ? undefined : nearest;
  }

  /** The number after an open one comes before its series begins anew or the legal title ends. */
  #goesOn(open: Open, at: number): boolean {
    if (open.ordinal === undefined) return false;
    for (let ahead = at + 1; ahead <= at + lookAheadMax; ahead++) {
      const numbering = this.#headings[ahead]?.numbering;
      if (numbering?.legal === true || ahead >= this.#headings.length) return false;
      if (numbering === undefined || numbering.series !== open.series) continue;
      if (numbering.ordinal === open.ordinal + 1) return true;
      if ((numbering.ordinal ?? 0) <= open.ordinal) return false;
    }
    return false;
  }

  #placeTagged(heading: FoundHeading, tag: number): number {
    const { numbering } = heading;
    const rank = Math.max(tag * 10, this.#leastRank(heading, tag));
    const own = numbering === undefined ? undefined : depthOf(numbering.series);
    const outranked = this.#open.findIndex((open) => {
      const depth = open.series === undefined ? undefined : depthOf(open.series);
      return !open.legal && (open.tag ?? 0) >= tag && own !== undefined && depth !== undefined && depth >= own;
    });
    if (outranked >= 0) this.#open.length = outranked;
    if (this.#standsUnderSubtitle(numbering, rank)) return this.#push(heading, this.#rankBelowTop());
    this.#popWhile((top) => top.rank > rank || (top.rank === rank && !isDeeper(numbering, top)));
    return this.#push(heading, this.#open.at(-1)?.rank === rank ? rank + 5 : rank);
  }

  /** However high its tag is, a note stands among those of its statements, and what has a lower tag inside of it. */
  #leastRank(heading: FoundHeading, tag: number): number {
    const statements = this.#open.findLast((open) => open.legal && open.rank === notesRank);
    if (isNote(heading)) return (statements?.rank ?? 0) + 5;
    const note = this.#open.find((open) => open.note && (open.tag ?? tag) < tag);
    return note === undefined ? 0 : note.rank + tag - (note.tag ?? tag);
  }

  /** After a numbered subtitle: what begins a deeper series, and what has no number unless its tag leads further out. */
  #standsUnderSubtitle(numbering: Numbering | undefined, rank: number): boolean {
    const top = this.#open.at(-1);
    if (top === undefined || top.rank < subtitleRank || top.ordinal === undefined || top.series === undefined)
      return false;
    const own = numbering === undefined ? undefined : depthOf(numbering.series);
    if (own !== undefined) {
      const above = depthOf(top.series) ?? own;
      // (a) under (ⅰ): of two series that are equally deep the second is inside of the first.
      const isInside = own > above || (own === above && this.#open.every((open) => open.series !== numbering?.series));
      return numbering?.ordinal === 1 && isInside;
    }
    const parent = this.#open.findLast((open) => open.rank < subtitleRank);
    return parent !== undefined && parent.rank < rank;
  }

  /** Closes the subtitles under which a series that begins here, or begins in its middle, can't stand. */
  #leaveSeries(numbering: Numbering, at: number): void {
    const { series, ordinal } = numbering;
    const depth = depthOf(series);
    if (depth === undefined) {
      const own = bracketDepth(series);
      this.#popWhile(
        (top) =>
          top.rank >= subtitleRank &&
          top.series !== undefined &&
          bracketDepth(top.series) >= own &&
          depthOf(top.series) === undefined,
      );
      return;
    }
    const isOver = (top: Open): boolean => {
      const other = top.series === undefined ? undefined : depthOf(top.series);
      if (top.rank < subtitleRank || top.tag !== undefined || other === undefined) return false;
      if ((ordinal ?? 1) > 1) return other >= depth;
      return other > depth && !top.inner.has(series) && !this.#goesOn(top, at);
    };
    this.#popWhile(isOver);
  }

  #rankBelowTop(): number {
    return (this.#open.at(-1)?.rank ?? 0) + 1;
  }

  #pushBeside(sibling: Open, heading: FoundHeading): number {
    this.#open.length = this.#open.indexOf(sibling);
    return this.#push({ ...heading, tag: heading.tag ?? sibling.tag }, sibling.rank, sibling);
  }

  #push(heading: FoundHeading, rank: number, sibling?: Open): number {
    const { numbering, tag } = heading;
    const { series, ordinal, legal = false } = numbering ?? {};
    if (series !== undefined) this.#open.at(-1)?.inner.add(series);
    const { inner = new Set<Series>() } = sibling ?? {};
    const note = sibling?.note === true || isNote(heading);
    return this.#open.push({ series, ordinal, legal, tag, rank, note, inner });
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
  /** One of the notes that the ordinance names, or what stands beside one, as 【セグメント情報】 does. */
  readonly note: boolean;
  /** The series that stood directly under it, or under one of its siblings before it. */
  readonly inner: Set<Series>;
}

const notesRank = 50;
const subtitleRank = 100;
const lookAheadMax = 200;

/** The notes that the ordinance names. */
const noteTitle =
  /関係\)$|^\((?:重要な|連結財務諸表作成のため|財務諸表作成のため|継続企業の前提|会計方針|会計上の見積り|表示方法|修正再表示|追加情報|未適用の|セグメント情報|1株当たり情報|連結の範囲)/;

function isNote({ numbering, title }: FoundHeading): boolean {
  const folded = fold(title);
  if (numbering?.series === "round") return noteTitle.test(folded);
  return (numbering?.series === "angle" || numbering?.series === "square") && /関係[>＞〉》\]〕］]$/.test(folded);
}

const coverRank = 90;

function isCover(numbering: Numbering): boolean {
  return numbering.series === "lenticular" && numbering.rest.includes("表紙");
}

function legalRank(numbering: Numbering, tag: number | undefined): number {
  const depth = depthOf(numbering.series);
  if (depth !== undefined) return (Math.min(depth, 5) + 1) * 10;
  if (isCover(numbering)) return 10;
  // 【注記事項】 stands beside the statements ① to ④ that it explains.
  if (/注記事項|連結財務諸表注記/.test(numbering.rest)) return notesRank;
  return tag !== undefined && tag <= 3 ? tag * 10 : 60;
}

/** How deep brackets and lines without any number stand among each other: ＜…＞ under （…）, never the other way round. */
function bracketDepth(series: Series): number {
  const order: Partial<Record<Series, number>> = { bold: 1, quoted: 2, round: 3, square: 3, angle: 4 };
  return order[series] ?? 0;
}

function isLater(numbering: Numbering, sibling: Open): boolean {
  return numbering.ordinal === undefined || sibling.ordinal === undefined || numbering.ordinal > sibling.ordinal;
}

/** Of two headings with the same tag, whether the second stands under the first all the same. */
function isDeeper(numbering: Numbering | undefined, top: Open): boolean {
  if (top.legal) {
    return numbering === undefined || numbering.series !== top.series || numbering.ordinal !== (top.ordinal ?? 0) + 1;
  }
  if (numbering === undefined || top.series === undefined) return false;
  if (top.note) return numbering.ordinal !== undefined;
  const own = depthOf(numbering.series);
  const other = depthOf(top.series);
  return own !== undefined && other !== undefined && own > other;
}
