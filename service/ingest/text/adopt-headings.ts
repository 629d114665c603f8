import type { FoundHeading } from "./find-headings.ts";

/** A heading with where it stands among the blocks of the text. */
interface Placed {
  readonly heading: FoundHeading;
  readonly at: number;
}

/**
 * A heading directly above another one has no text of its own: sold alone it would be a bare title. Where the outline
 * has placed both beside each other, the second and what goes on its numbers is moved beneath the first: （追加情報）
 * over （株式報酬制度）, 信用リスク over 11．, 17．有利子負債 over （１）.
 */
export function adoptHeadings(found: readonly Placed[], placed: readonly number[]): number[] {
  const depths = [...placed];
  found.forEach((parent, index) => {
    const child = found[index + 1];
    const own = depths[index] ?? 1;
    const first = depths[index + 1] ?? 1;
    if (child === undefined || child.at !== parent.at + 1 || first > own || !isAdopted(parent.heading, child.heading))
      return;
    // The end of a note can't be a part of it: the next note would be one too.
    if (first < own && isNote(parent.heading)) return;
    const end = endOf(found, depths, index);
    for (let inner = index + 1; inner < end; inner++) depths[inner] = (depths[inner] ?? 1) + own + 1 - first;
  });
  return depths;
}

function isAdopted(parent: FoundHeading, child: FoundHeading): boolean {
  if (parent.numbering?.legal === true || child.numbering?.legal === true) return false;
  const [above, below] = [parent.numbering, child.numbering];
  // Of one series the first may be empty, and the second is the next one.
  if (above?.ordinal !== undefined && above.series === below?.series) return false;
  if (below?.ordinal === undefined)
    return isBracketed(below?.series) && isNoteTitle(parent) && !areNotes(parent, child);
  return below.ordinal === 1 || above?.ordinal === undefined;
}

const isBracketed = (series: string | undefined): boolean => series === "round" || series === "angle";

/** （金融商品関係） under （収益認識関係） would be one note in another; under （表示方法の変更） it is a part of that one. */
function areNotes(parent: FoundHeading, child: FoundHeading): boolean {
  return isNote(parent) && isNote(child);
}

const isNote = ({ title }: FoundHeading): boolean => /関係[)）>＞〉》\]〕］]$/u.test(title);

/** Notes whose text is divided by titles in brackets; others of the kind stand beside each other. */
function isNoteTitle({ title }: FoundHeading): boolean {
  return /^[(（](?:表示方法の変更|会計方針の変更|追加情報|未適用の会計基準|重要な後発事象|企業結合等関係|収益認識関係|リース取引関係)/u.test(
    title,
  );
}

/** The first heading that is not beneath the parent any more. */
function endOf(found: readonly Placed[], depths: readonly number[], index: number): number {
  const depth = depths[index + 1] ?? 1;
  let ordinal = found[index + 1]?.heading.numbering?.ordinal;
  const series = found[index + 1]?.heading.numbering?.series;
  for (let at = index + 2; at < found.length; at++) {
    const numbering = found[at]?.heading.numbering;
    const now = depths[at] ?? 1;
    if (now > depth) continue;
    const goesOn =
      now === depth &&
      ordinal !== undefined &&
      numbering?.legal !== true &&
      numbering?.series === series &&
      numbering?.ordinal === ordinal + 1;
    if (!goesOn) return at;
    ordinal = numbering.ordinal;
  }
  return found.length;
}
