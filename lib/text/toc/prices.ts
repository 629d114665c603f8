/**
 * Prices computed from the table of contents before anything is bought: of each section, of any selection of sections
 * in one request, and of the whole document. Exact where the service sends sizes and tiers, otherwise a range.
 */
import {
  bySize,
  contentPrice,
  freePrice,
  isExact,
  type PriceRange,
  type Tier,
  tierBounds,
} from "../../contract/prices.ts";
import { ancestry, charactersOf, type SectionNode, sectionTree, type TocSection } from "./section-tree.ts";

export interface OwnedContent {
  readonly whole: boolean;
  /** Section ids; each includes its subsections. */
  readonly sections: readonly string[];
}

export interface MapRow {
  readonly id: string;
  readonly title: string | null;
  /** Its name in English as the service tells it. */
  readonly titleEn: string | null;
  /** 0 is a part (第一部) of a deep document; ordinary sections begin at 1. */
  readonly depth: number;
  readonly characters: number | null;
  readonly price: PriceRange;
  readonly owned: boolean;
  /** The sections that contain this one, nearest first. */
  readonly ancestors: readonly string[];
  /** The heading that this is a part of; null for a heading, and in a short table of contents. */
  readonly partOf: string | null;
  /** The number of parts of this heading. */
  readonly parts: number;
}

/** The statutory headings of a report: 第1, and 1 below it. What is deeper is a part of one of them. */
export const headingDepthMax = 2;
/** So many rows are seen at once: nothing is folded. */
export const foldedFrom = 40;

export function mapRows(toc: readonly TocSection[], tiers: readonly Tier[], owned: OwnedContent): readonly MapRow[] {
  const { nodes } = sectionTree(toc);
  const bought = new Set(owned.sections);
  const depthOf = depths(nodes);
  const headingOf = nodes.length < foldedFrom ? () => null : headings(depthOf);
  const parts = new Map<string, number>();
  for (const node of nodes) {
    const heading = headingOf(node);
    if (heading !== null) parts.set(heading, (parts.get(heading) ?? 0) + 1);
  }
  return nodes.map((node) => {
    const line = ancestry(node).map((each) => each.id);
    return {
      id: node.id,
      title: node.title,
      titleEn: node.titleEn,
      depth: depthOf(node, line.length - 1),
      characters: node.characters,
      price: contentPrice(tiers, node.characters),
      owned: owned.whole || line.some((id) => bought.has(id)),
      ancestors: line.slice(1),
      partOf: headingOf(node),
      parts: parts.get(node.id) ?? 0,
    };
  });
}

function headings(depthOf: ReturnType<typeof depths>): (node: SectionNode) => string | null {
  return (node) => {
    const line = ancestry(node);
    const isHeading = (each: SectionNode, at: number) => depthOf(each, line.length - 1 - at) <= headingDepthMax;
    const first = line.findIndex(isHeading);
    return first > 0 ? (line[first]?.id ?? null) : null;
  };
}

/** In a deep document a top-level entry with sections is a part; a cover page without sections is not. */
function depths(nodes: readonly SectionNode[]): (node: SectionNode, above: number) => number {
  const isDeep = nodes.some((node) => node.parent?.parent != null);
  return (node, above) => (isDeep && (above > 0 || node.children.length > 0) ? above : above + 1);
}

export interface Selection {
  /** The sections to request: none inside another, none that is owned, in reading order. */
  readonly sections: readonly string[];
  /** Null where a size is unknown. */
  readonly characters: number | null;
  readonly together: PriceRange;
  readonly separately: PriceRange;
}

/** The running total of a selection of sections. */
export function priceSelection(
  rows: readonly MapRow[],
  tiers: readonly Tier[],
  chosen: ReadonlySet<string>,
): Selection {
  const asked = rows.filter((row) => chosen.has(row.id) && !row.owned && !row.ancestors.some((id) => chosen.has(id)));
  const sizes = asked.map((row) => row.characters);
  const characters = sizes.every((size) => size !== null) ? sum(sizes) : null;
  const separately = { min: sum(asked.map((row) => row.price.min)), max: sum(asked.map((row) => row.price.max)) };
  const together = asked.length === 0 ? freePrice : atLeast(contentPrice(tiers, characters), asked);
  return { sections: asked.map((row) => row.id), characters, together, separately };
}

/** The price of sections in one request: by their total length, not the sum of their prices. */
export function priceOfSections(tiers: readonly Tier[], nodes: readonly SectionNode[]): PriceRange {
  return nodes.length === 0 ? freePrice : contentPrice(tiers, charactersOf(nodes));
}

/** With some sizes unknown, a selection costs at least as much as the dearest section in it. */
function atLeast(price: PriceRange, asked: readonly MapRow[]): PriceRange {
  const floor = Math.max(...asked.map((row) => row.price.min));
  return { min: Math.max(price.min, floor), max: Math.max(price.max, floor) };
}

/** The number of characters from which on a selection costs as much as the whole document; null where it never does. */
export function wholeFrom(tiers: readonly Tier[], whole: PriceRange): number | null {
  const cheaper = bySize(tiers).filter((tier) => tier.credits < whole.max);
  return isExact(whole) ? (cheaper.at(-1)?.max_characters ?? null) : null;
}

/** The characters at five sixths of the width for a service with a single tier, which has no boundary to draw. */
const scaleWithoutBounds = 50_000;

/** The scale of the length bars: the last boundary is at five sixths of the width. */
export function barScale(tiers: readonly Tier[], widthPx: number): number {
  const last = tierBounds(tiers).at(-1) ?? scaleWithoutBounds;
  return (widthPx * 5) / 6 / last;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
