import { contentPrice, possibleCredits, type Tier } from "../../contract/prices.ts";
import {
  ancestry,
  charactersOf,
  foldSections,
  type SectionNode,
  type SectionTree,
} from "../../text/toc/section-tree.ts";
import type { Expected } from "./expected-evidence.ts";

/**
 * Which sections of a document to buy together. A request is priced by its whole length, so for each price the sections
 * that promise most within that length are chosen, and prices are compared by what they promise for each credit.
 */
export interface SectionBundle {
  readonly nodes: readonly SectionNode[];
  readonly credits: number;
  /** The part of the expected evidence of this document that it holds, 0 to 1. */
  readonly share: number;
}

interface Shop {
  readonly tree: SectionTree;
  readonly tiers: readonly Tier[];
  readonly expected: readonly Expected[];
  /** Sections that have been read or asked for, with all beneath them. */
  readonly done: ReadonlySet<string>;
}

const sectionsMax = 60;

/** The best bundle at each price of at most `creditsMax`, cheapest first. */
export function bundlesOf({ tree, tiers, expected, done }: Shop, creditsMax: number): SectionBundle[] {
  const units = unitsOf(tree, expected, done);
  const bundles: SectionBundle[] = [];
  for (const credits of possibleCredits(tiers)) {
    if (credits > creditsMax) break;
    const room = roomFor(tiers, credits);
    if (room === null) continue;
    const [dense, large] = [byDensity, byShare].map((order) => fill(units.toSorted(order), room));
    if (dense === undefined || large === undefined) continue;
    const { nodes, share } = large.share > dense.share ? large : dense;
    if (nodes.length === 0) continue;
    const folded = foldSections(
      tree,
      nodes.map((node) => node.id),
    );
    const price = contentPrice(tiers, charactersOf(folded)).max;
    const known = bundles.at(-1);
    if (price > creditsMax || (known !== undefined && known.share >= share)) continue;
    bundles.push({ nodes: folded, credits: price, share });
  }
  return bundles;
}

interface Unit {
  readonly node: SectionNode;
  readonly share: number;
  /** The length that it adds to a request; null where the service sends no sizes. */
  readonly characters: number | null;
}

/** Sections with everything beneath them, where nothing of that was bought before. */
function unitsOf(tree: SectionTree, expected: readonly Expected[], done: ReadonlySet<string>): Unit[] {
  const shares = new Map(expected.map(({ node, share }) => [node, share]));
  const touched = new Set<SectionNode>();
  // A section comes after those that contain it, so that sums go upwards from the end.
  for (const node of tree.nodes.toReversed()) {
    if (done.has(node.id)) touched.add(node);
    const { parent } = node;
    if (parent === null) continue;
    shares.set(parent, (shares.get(parent) ?? 0) + (shares.get(node) ?? 0));
    if (touched.has(node)) touched.add(parent);
  }
  return tree.nodes.flatMap((node): Unit[] => {
    const share = shares.get(node) ?? 0;
    if (share === 0 || touched.has(node) || ancestry(node).some((each) => done.has(each.id))) return [];
    return [{ node, share, characters: node.characters }];
  });
}

/** The length that a price allows; Infinity for the dearest, null where that is unknown and only one section is safe. */
function roomFor(tiers: readonly Tier[], credits: number): number | null {
  const tier = tiers.find((each) => each.credits === credits);
  if (tier === undefined) return tiers.length === 0 && credits === possibleCredits(tiers).at(-1) ? Infinity : null;
  return tier.max_characters ?? Infinity;
}

/** The least a heading and its spacing cost, so that tiny sections don't look free. */
const overhead = 300;
const byDensity = (a: Unit, b: Unit) => density(b) - density(a) || a.node.position - b.node.position;
const density = (unit: Unit) => unit.share / ((unit.characters ?? 5_000) + overhead);
const byShare = (a: Unit, b: Unit) => b.share - a.share || a.node.position - b.node.position;

interface Filled {
  readonly nodes: readonly SectionNode[];
  readonly share: number;
}

function fill(units: readonly Unit[], room: number): Filled {
  const taken = new Set<SectionNode>();
  /** Sections that contain a taken one: with them, it would be bought twice. */
  const around = new Set<SectionNode>();
  let left = room;
  let share = 0;
  for (const unit of units) {
    const { node, characters } = unit;
    if (taken.size >= sectionsMax) break;
    if (characters === null ? left !== Infinity : characters > left) continue;
    const line = ancestry(node);
    if (around.has(node) || line.some((each) => taken.has(each))) continue;
    taken.add(node);
    for (const each of line) around.add(each);
    left -= characters ?? 0;
    share += unit.share;
  }
  return { nodes: [...taken], share };
}
