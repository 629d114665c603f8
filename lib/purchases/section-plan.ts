import type { DocumentTocResponse, TocEntry } from "../contract/resources.ts";
import { contentPrice } from "../contract/prices.ts";
import type { Price } from "./wire.ts";

/**
 * Which sections a choice comes down to when some are owned: the largest subtrees in which nothing is owned yet.
 * A parent section can only be delivered with everything beneath it, so a parent with an owned part is bought part
 * by part, and its introductory words stay out: nothing is ever bought twice to get them.
 */
export interface SectionNode {
  readonly id: string;
  readonly title: string | null;
  /** With everything beneath; null where the service tells no sizes. */
  readonly characters: number | null;
  readonly parent: SectionNode | null;
  readonly children: readonly SectionNode[];
  readonly position: number;
}

export interface SectionTree {
  readonly roots: readonly SectionNode[];
  readonly byId: ReadonlyMap<string, SectionNode>;
}

interface Growing extends SectionNode {
  readonly children: SectionNode[];
}

/** Parents by id, or by level where a service tells only levels. */
export function sectionTree(toc: readonly TocEntry[]): SectionTree {
  const roots: SectionNode[] = [];
  const byId = new Map<string, Growing>();
  const open: { node: Growing; level: number }[] = [];
  for (const [position, entry] of toc.entries()) {
    const { level } = entry;
    if (level !== null) while ((open.at(-1)?.level ?? -Infinity) >= level) open.pop();
    const named = entry.parent_section_id === null ? undefined : byId.get(entry.parent_section_id);
    const parent =
      named ?? (entry.parent_section_id === null && level !== null ? open.at(-1)?.node : undefined) ?? null;
    const node: Growing = {
      id: entry.section_id,
      title: entry.title,
      characters: entry.character_count,
      parent,
      children: [],
      position,
    };
    byId.set(node.id, node);
    if (parent === null) roots.push(node);
    else byId.get(parent.id)?.children.push(node);
    if (level !== null) open.push({ node, level });
  }
  return { roots, byId };
}

export interface SectionHoldings {
  readonly whole: boolean;
  readonly owned: ReadonlySet<string>;
  /** Asked for and without an outcome, or kept and unreadable: neither owned nor to be bought again by itself. */
  readonly held: ReadonlySet<string>;
}

export interface SectionChoice {
  /** In reading order, none inside another. */
  readonly buy: readonly SectionNode[];
  readonly held: readonly string[];
  readonly withoutLead: readonly string[];
}

/** What is left to buy of the chosen sections; of all of them where `chosen` is undefined. */
export function chooseSections(
  tree: SectionTree,
  holdings: SectionHoldings,
  chosen?: readonly string[],
): SectionChoice {
  const buy: SectionNode[] = [];
  const held = new Set<string>();
  const withoutLead: string[] = [];
  const visit = (node: SectionNode): void => {
    if (isOwned(node, holdings)) return;
    const holder = ancestry(node).find((each) => holdings.held.has(each.id));
    if (holder !== undefined) {
      held.add(holder.id);
      return;
    }
    if (!hasTaken(node, holdings)) {
      buy.push(node);
      return;
    }
    if (hasLead(node)) withoutLead.push(node.id);
    for (const child of node.children) visit(child);
  };
  for (const node of chosen === undefined ? tree.roots : foldSections(tree, chosen)) visit(node);
  return { buy: buy.sort((a, b) => a.position - b.position), held: [...held], withoutLead };
}

/** The chosen sections without those inside another of them, in reading order. */
export function foldSections(tree: SectionTree, chosen: readonly string[]): SectionNode[] {
  const wanted = new Set(chosen);
  return chosen
    .flatMap((id) => tree.byId.get(id) ?? [])
    .filter((node) => !ancestry(node).some((each) => each !== node && wanted.has(each.id)))
    .sort((a, b) => a.position - b.position);
}

/** Owned itself, inside something owned, or owned in all its parts. */
export function isOwned(node: SectionNode, holdings: Pick<SectionHoldings, "whole" | "owned">): boolean {
  if (holdings.whole || ancestry(node).some((each) => holdings.owned.has(each.id))) return true;
  return node.children.length > 0 && !hasLead(node) && node.children.every((child) => isOwned(child, holdings));
}

/** Every section that can be read for 0, the parts of owned ones included. */
export function ownedSectionIds(tree: SectionTree, holdings: Pick<SectionHoldings, "whole" | "owned">): string[] {
  return [...tree.byId.values()].filter((node) => isReadable(node, holdings)).map((node) => node.id);
}

/** Owned, or put together from its parts with only the introductory words missing. */
export function isReadable(node: SectionNode, holdings: Pick<SectionHoldings, "whole" | "owned">): boolean {
  if (isOwned(node, holdings)) return true;
  return node.children.length > 0 && node.children.every((child) => isReadable(child, holdings));
}

export function ancestry(node: SectionNode): SectionNode[] {
  const line: SectionNode[] = [];
  for (let each: SectionNode | null = node; each !== null; each = each.parent) line.push(each);
  return line;
}

function hasTaken(node: SectionNode, holdings: SectionHoldings): boolean {
  return node.children.some(
    (child) => holdings.owned.has(child.id) || holdings.held.has(child.id) || hasTaken(child, holdings),
  );
}

/** A heading's marks and spacing beside its words. */
const headingSlack = 16;

/** Whether a parent has words of its own beyond its heading. Where no sizes are told it may have. */
export function hasLead(node: SectionNode): boolean {
  if (node.children.length === 0 || node.characters === null) return true;
  let beneath = 0;
  for (const child of node.children) {
    if (child.characters === null) return true;
    beneath += child.characters;
  }
  return node.characters - beneath > [...(node.title ?? "")].length + headingSlack;
}

/** One request's price for so many sections: by their length together, never by the sum of their rows. */
export function priceOfSections(toc: Pick<DocumentTocResponse, "content_tiers">, nodes: readonly SectionNode[]): Price {
  if (nodes.length === 0) return { min: 0, max: 0 };
  return contentPrice(toc.content_tiers, charactersOf(nodes));
}

export function charactersOf(nodes: readonly SectionNode[]): number | null {
  let sum = 0;
  for (const node of nodes) {
    if (node.characters === null) return null;
    sum += node.characters;
  }
  return sum;
}
