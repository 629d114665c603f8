/**
 * What reading costs, told from the table of contents before anything is paid: the price of each section, of any
 * choice of sections in one request, and of the whole document. Exact where the service tells sizes and tiers,
 * a range where it does not.
 */
import {
  contentPrice,
  bySize,
  freePrice,
  isExact,
  type PriceRange,
  type Tier,
  tierBounds,
} from "../contract/prices.ts";

export interface MapSection {
  readonly section_id: string;
  readonly title: string | null;
  readonly level: number | null;
  readonly parent_section_id: string | null;
  /** The section with everything beneath it. */
  readonly character_count: number | null;
}

export interface OwnedContent {
  readonly whole: boolean;
  /** Section ids, each with everything beneath it. */
  readonly sections: readonly string[];
}

export interface MapRow {
  readonly id: string;
  readonly title: string | null;
  /** 0 is a part (第一部) of a deep document; ordinary sections begin at 1. */
  readonly depth: number;
  readonly characters: number | null;
  readonly price: PriceRange;
  readonly owned: boolean;
  /** The sections around this one, nearest first. */
  readonly ancestors: readonly string[];
}

/** The rows of the map in reading order. */
export function mapRows(toc: readonly MapSection[], tiers: readonly Tier[], owned: OwnedContent): MapRow[] {
  const ancestors = ancestorsOf(toc);
  const depths = depthsOf(toc, ancestors);
  const bought = new Set(owned.sections);
  return toc.map((section, index) => {
    const above = ancestors.get(section.section_id) ?? [];
    return {
      id: section.section_id,
      title: section.title,
      depth: depths[index] ?? 1,
      characters: section.character_count,
      price: contentPrice(tiers, section.character_count),
      owned: owned.whole || bought.has(section.section_id) || above.some((id) => bought.has(id)),
      ancestors: above,
    };
  });
}

/** Parents by id, or by level where a service tells only levels. A parent that comes later, or in a ring, is none. */
function ancestorsOf(toc: readonly MapSection[]): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  const open: { id: string; level: number }[] = [];
  for (const section of toc) {
    const level = section.level;
    if (level !== null) while ((open.at(-1)?.level ?? -Infinity) >= level) open.pop();
    const parent = section.parent_section_id ?? (level === null ? undefined : open.at(-1)?.id);
    const above = parent === undefined ? undefined : found.get(parent);
    found.set(section.section_id, parent === undefined || above === undefined ? [] : [parent, ...above]);
    if (level !== null) open.push({ id: section.section_id, level });
  }
  return found;
}

function depthsOf(toc: readonly MapSection[], ancestors: ReadonlyMap<string, readonly string[]>): number[] {
  const raw = toc.map((section) => ancestors.get(section.section_id)?.length ?? 0);
  const deep = Math.max(0, ...raw) >= 2;
  const parents = new Set(toc.flatMap((section) => ancestors.get(section.section_id)?.[0] ?? []));
  // A cover page stands beside the parts but is none: only what holds sections is a part.
  return raw.map((depth, index) => {
    const holds = parents.has(toc[index]?.section_id ?? "");
    return deep && (depth > 0 || holds) ? depth : depth + 1;
  });
}

export interface Selection {
  /** What one request asks for: no section inside another, none that is owned, in reading order. */
  readonly sections: readonly string[];
  /** Null where a size is not told. */
  readonly characters: number | null;
  readonly together: PriceRange;
  readonly separately: PriceRange;
}

/** Everything the running total says about a choice of sections. */
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

/** With some sizes unknown, a choice costs no less than the dearest section in it. */
function atLeast(price: PriceRange, asked: readonly MapRow[]): PriceRange {
  const floor = Math.max(...asked.map((row) => row.price.min));
  return { min: Math.max(price.min, floor), max: Math.max(price.max, floor) };
}

/** The length of the whole: as the service says, or the sum of its outermost sections. */
export function wholeCharacters(rows: readonly MapRow[], told: number | null): number | null {
  if (told !== null) return told;
  const outer = rows.filter((row) => row.ancestors.length === 0).map((row) => row.characters);
  return outer.length > 0 && outer.every((size) => size !== null) ? sum(outer) : null;
}

/** From so many characters on, a choice costs what the whole document costs; null where it never does. */
export function wholeFrom(tiers: readonly Tier[], whole: PriceRange): number | null {
  const cheaper = bySize(tiers).filter((tier) => tier.credits < whole.max);
  return isExact(whole) ? (cheaper.at(-1)?.max_characters ?? null) : null;
}

/** Characters at five sixths of the width where a service has one tier only, and so no bound to draw. */
const scaleWithoutBounds = 50_000;

/** The scale of the length bars: the last bound stands at five sixths of the width. */
export function barScale(tiers: readonly Tier[], widthPx: number): number {
  const last = tierBounds(tiers).at(-1) ?? scaleWithoutBounds;
  return (widthPx * 5) / 6 / last;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
