import { adoptHeadings } from "./adopt-headings.ts";
import type { FoundHeading } from "./find-headings.ts";
import type { FlatBlock } from "./flatten.ts";
import { lengthOf } from "./length.ts";
import { placeHeadings } from "./outline.ts";

/**
 * Decides which headings begin a section, and at which level: a section is a part that one would buy. A subtitle over a
 * single line is not one, nor is one too deep for a table of contents, unless a long text would stay uncut without it.
 * Titles in 【】 and tagged headings always are.
 */
export function chooseSections(
  blocks: readonly FlatBlock[],
  headings: readonly (FoundHeading | undefined)[],
): (number | undefined)[] {
  const nodes = treeOf(blocks, headings);
  for (const root of nodes.roots) fold(root, 1);
  const levels = new Array<number | undefined>(blocks.length).fill(undefined);
  for (const node of nodes.all) if (!node.folded) levels[node.at] = node.level;
  return levels;
}

/** A heading and its line. */
const oneLineMax = 60;
/** Subtitles of this much altogether are read as one section. */
const togetherMax = 1_500;
const depthMax = 6;
/** No document is deeper: what would be stands beside the heading above it. */
const levelsMax = 9;
/** A longer text is split at all its headings. */
const pieceMax = 12_000;

interface Node {
  readonly at: number;
  readonly depth: number;
  readonly level: number;
  /** May become part of the section above it. */
  readonly foldable: boolean;
  readonly children: Node[];
  /** Characters between this heading and the next, its own included. */
  own: number;
  folded: boolean;
}

function treeOf(
  blocks: readonly FlatBlock[],
  headings: readonly (FoundHeading | undefined)[],
): { readonly all: readonly Node[]; readonly roots: readonly Node[] } {
  const found = headings.flatMap((heading, at) => (heading === undefined ? [] : [{ heading, at }]));
  const placed = placeHeadings(found.map(({ heading }) => heading));
  const depths = adoptHeadings(found, placed);
  const roots: Node[] = [];
  const open: Node[] = [];
  const all = found.map(({ heading, at }, index): Node => {
    const foldable = heading.tag === undefined && heading.numbering?.legal !== true;
    const depth = depths[index] ?? 1;
    while ((open.at(-1)?.depth ?? 0) >= depth || open.length >= levelsMax) open.pop();
    const node: Node = { at, depth, level: open.length + 1, foldable, children: [], own: 0, folded: false };
    (open.at(-1)?.children ?? roots).push(node);
    open.push(node);
    const next = found[index + 1]?.at ?? blocks.length;
    for (let block = at; block < next; block++) node.own += lengthOf(blocks[block]);
    return node;
  });
  return { all, roots };
}

/** Merges from the innermost outwards; returns the characters of the heading and all below it. */
function fold(node: Node, level: number): number {
  const sizes = node.children.map((child) => fold(child, level + 1));
  const total = sizes.reduce((sum, size) => sum + size, node.own);
  const { children } = node;
  const isTooDeep = level >= depthMax && total <= pieceMax;
  const areFew = total <= togetherMax && sizes.some((size) => size < oneLineMax);
  if ((isTooDeep || areFew) && children.every((child) => isLeaf(child) && child.foldable))
    foldFirst(node, children.length);
  else {
    const longer = children.findIndex(
      (child, at) => !isLeaf(child) || !child.foldable || (sizes[at] ?? 0) >= oneLineMax,
    );
    foldFirst(node, longer < 0 ? children.length : longer);
  }
  return total;
}

function isLeaf(node: Node): boolean {
  return node.children.every((child) => child.folded);
}

/** Only the first ones can be merged: text after a kept section would become part of that one. */
function foldFirst(node: Node, count: number): void {
  for (const child of node.children.slice(0, count)) {
    child.folded = true;
    node.own += child.own;
  }
}
