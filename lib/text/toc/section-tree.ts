/**
 * A table of contents as a tree. Everything about sections (what contains one, its subsections, where its text begins,
 * its price) is computed from this tree, so that a service that sends only levels is treated the same everywhere.
 */

/** An entry as the service sent it; fields that it left out are null. */
export interface TocSection {
  readonly section_id: string;
  readonly title: string | null;
  /** Its name in English, where the service knows one. */
  readonly title_en?: string | null | undefined;
  readonly level: number | null;
  readonly parent_section_id: string | null;
  /** The section including its subsections. */
  readonly character_count: number | null;
}

/** Entries hold more than twice as much, and this is sent with every page of a document. */
export function forPages(toc: readonly TocSection[]): readonly TocSection[] {
  return toc.map(({ section_id, title, title_en, level, parent_section_id, character_count }) => ({
    section_id,
    title,
    ...(title_en == null ? {} : { title_en }),
    level,
    parent_section_id,
    character_count,
  }));
}

export interface SectionNode {
  readonly id: string;
  readonly title: string | null;
  readonly titleEn: string | null;
  /** Including subsections; null where the service sends no sizes. */
  readonly characters: number | null;
  readonly parent: SectionNode | null;
  readonly children: readonly SectionNode[];
  readonly position: number;
}

export interface SectionTree {
  readonly roots: readonly SectionNode[];
  readonly byId: ReadonlyMap<string, SectionNode>;
  readonly nodes: readonly SectionNode[];
}

interface GrowingNode extends SectionNode {
  readonly parent: GrowingNode | null;
  readonly children: GrowingNode[];
}

/** Made once for the same list: a page asks for it in several of its parts, and lists are kept from page to page. */
const trees = new WeakMap<readonly TocSection[], SectionTree>();

export function sectionTree(toc: readonly TocSection[]): SectionTree {
  const tree = trees.get(toc) ?? treeOf(toc);
  trees.set(toc, tree);
  return tree;
}

/** By id, or by level where a service sends only levels. A later or circular parent is ignored. */
function treeOf(toc: readonly TocSection[]): SectionTree {
  const roots: SectionNode[] = [];
  const nodes: SectionNode[] = [];
  const byId = new Map<string, GrowingNode>();
  const open: { node: GrowingNode; level: number }[] = [];
  for (const [position, entry] of toc.entries()) {
    const { level, parent_section_id: parentId } = entry;
    if (level !== null) while ((open.at(-1)?.level ?? -Infinity) >= level) open.pop();
    const enclosing = level === null ? undefined : open.at(-1)?.node;
    const parent = (parentId === null ? enclosing : byId.get(parentId)) ?? null;
    const node: GrowingNode = {
      id: entry.section_id,
      title: entry.title,
      titleEn: entry.title_en ?? null,
      characters: entry.character_count,
      parent,
      children: [],
      position,
    };
    byId.set(node.id, node);
    nodes.push(node);
    if (parent === null) roots.push(node);
    else parent.children.push(node);
    if (level !== null) open.push({ node, level });
  }
  return { roots, byId, nodes };
}

/** The section and those that contain it, nearest first. */
export function ancestry(node: SectionNode): SectionNode[] {
  const line: SectionNode[] = [];
  for (let each: SectionNode | null = node; each !== null; each = each.parent) line.push(each);
  return line;
}

/** The section is the other one or inside it. */
export function isWithin(node: SectionNode, outer: SectionNode): boolean {
  for (let each: SectionNode | null = node; each !== null; each = each.parent) if (each === outer) return true;
  return false;
}

/** The section and its subsections, in reading order. */
export function subtree(tree: SectionTree, outer: SectionNode): SectionNode[] {
  return tree.nodes.filter((node) => isWithin(node, outer));
}

/** The chosen sections without those inside another chosen one, in reading order. */
export function foldSections(tree: SectionTree, chosen: readonly string[]): SectionNode[] {
  const wanted = new Set(chosen);
  return [...wanted]
    .flatMap((id) => tree.byId.get(id) ?? [])
    .filter((node) => !ancestry(node).some((each) => each !== node && wanted.has(each.id)))
    .sort((a, b) => a.position - b.position);
}

/** The total length of sections none of which is inside another; null where one has no size. */
export function charactersOf(nodes: readonly SectionNode[]): number | null {
  let sum = 0;
  for (const node of nodes) {
    if (node.characters === null) return null;
    sum += node.characters;
  }
  return sum;
}

/** The characters of a heading's marks and spacing, beyond its title. */
const headingSlack = 16;

/** A parent may have its own text beyond its heading. Assumed where sizes are unknown. */
export function hasLead(node: SectionNode): boolean {
  const beneath = charactersOf(node.children);
  if (node.children.length === 0 || node.characters === null || beneath === null) return true;
  return node.characters - beneath > [...(node.title ?? "")].length + headingSlack;
}
