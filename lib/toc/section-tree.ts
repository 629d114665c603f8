/**
 * A table of contents as a tree. Every question about sections (what lies around or beneath one, where its text
 * begins, what it costs) is asked of this tree, so that a service which tells only levels is read the same everywhere.
 */

/** An entry as the service told it; whatever a foreign service leaves out is null. */
export interface TocSection {
  readonly section_id: string;
  readonly title: string | null;
  readonly level: number | null;
  readonly parent_section_id: string | null;
  /** The section with everything beneath it. */
  readonly character_count: number | null;
}

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
  /** All of them in reading order. */
  readonly nodes: readonly SectionNode[];
}

interface GrowingNode extends SectionNode {
  readonly parent: GrowingNode | null;
  readonly children: GrowingNode[];
}

/** Parents by id, or by level where a service tells only levels. A parent that comes later, or in a ring, is none. */
export function sectionTree(toc: readonly TocSection[]): SectionTree {
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

/** The section and those around it, nearest first. */
export function ancestry(node: SectionNode): SectionNode[] {
  const line: SectionNode[] = [];
  for (let each: SectionNode | null = node; each !== null; each = each.parent) line.push(each);
  return line;
}

/** Whether a section is the other or lies beneath it. */
export function isWithin(node: SectionNode, outer: SectionNode): boolean {
  for (let each: SectionNode | null = node; each !== null; each = each.parent) if (each === outer) return true;
  return false;
}

/** The section and everything beneath it, in reading order. */
export function subtree(tree: SectionTree, outer: SectionNode): SectionNode[] {
  return tree.nodes.filter((node) => isWithin(node, outer));
}

/** The chosen sections without those inside another of them, in reading order. */
export function foldSections(tree: SectionTree, chosen: readonly string[]): SectionNode[] {
  const wanted = new Set(chosen);
  return [...wanted]
    .flatMap((id) => tree.byId.get(id) ?? [])
    .filter((node) => !ancestry(node).some((each) => each !== node && wanted.has(each.id)))
    .sort((a, b) => a.position - b.position);
}

/** Of sections none of which lies inside another; null where one tells no size. */
export function charactersOf(nodes: readonly SectionNode[]): number | null {
  let sum = 0;
  for (const node of nodes) {
    if (node.characters === null) return null;
    sum += node.characters;
  }
  return sum;
}

/** A heading's marks and spacing beside its words. */
const headingSlack = 16;

/** Whether a parent has words of its own beyond its heading. Where no sizes are told it may have. */
export function hasLead(node: SectionNode): boolean {
  const beneath = charactersOf(node.children);
  if (node.children.length === 0 || node.characters === null || beneath === null) return true;
  return node.characters - beneath > [...(node.title ?? "")].length + headingSlack;
}
