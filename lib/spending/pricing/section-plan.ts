import { ancestry, foldSections, hasLead, type SectionNode, type SectionTree } from "../../text/toc/section-tree.ts";

/**
 * Chooses the sections to buy when some are owned: the largest subtrees in which nothing is owned. A parent section is
 * delivered with everything beneath it, so one with an owned part is bought part by part. Its introductory words are
 * then left out, since getting them would mean buying a part twice.
 */
export interface SectionHoldings {
  readonly whole: boolean;
  readonly owned: ReadonlySet<string>;
  /** Requested without an outcome yet, or stored but unreadable: neither owned nor bought again automatically. */
  readonly undecided: ReadonlySet<string>;
}

export interface SectionChoice {
  /** In reading order, none inside another. */
  readonly buy: readonly SectionNode[];
  readonly undecided: readonly string[];
  readonly withoutLead: readonly string[];
}

/** All sections where `chosen` is undefined. */
export function chooseSections(
  tree: SectionTree,
  holdings: SectionHoldings,
  chosen?: readonly string[],
): SectionChoice {
  const buy: SectionNode[] = [];
  const undecided = new Set<string>();
  const withoutLead: string[] = [];
  const visit = (node: SectionNode): void => {
    if (isOwned(node, holdings)) return;
    const holder = ancestry(node).find((each) => holdings.undecided.has(each.id));
    if (holder !== undefined) {
      undecided.add(holder.id);
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
  return { buy: buy.sort((a, b) => a.position - b.position), undecided: [...undecided], withoutLead };
}

/** Owned itself, inside an owned one, or owned in all its parts. */
export function isOwned(node: SectionNode, holdings: Pick<SectionHoldings, "whole" | "owned">): boolean {
  if (holdings.whole || ancestry(node).some((each) => holdings.owned.has(each.id))) return true;
  return node.children.length > 0 && !hasLead(node) && node.children.every((child) => isOwned(child, holdings));
}

/** All sections that can be read without buying, including the parts of owned ones. */
export function ownedSectionIds(tree: SectionTree, holdings: Pick<SectionHoldings, "whole" | "owned">): string[] {
  return [...tree.byId.values()].filter((node) => isReadable(node, holdings)).map((node) => node.id);
}

/** Owned, or put together from its parts with only the introductory words missing. */
export function isReadable(node: SectionNode, holdings: Pick<SectionHoldings, "whole" | "owned">): boolean {
  if (isOwned(node, holdings)) return true;
  return node.children.length > 0 && node.children.every((child) => isReadable(child, holdings));
}

function hasTaken(node: SectionNode, holdings: SectionHoldings): boolean {
  return node.children.some(
    (child) => holdings.owned.has(child.id) || holdings.undecided.has(child.id) || hasTaken(child, holdings),
  );
}
