import { type SectionNode, type SectionTree } from "./section-plan.ts";

/**
 * One section's text out of a longer one. A body is the exact concatenation of its sections in reading order, so the
 * sizes in the table of contents are offsets. Where they don't add up to the text, the headings are looked for;
 * where that fails too, undefined: then the longer text is shown rather than a wrong piece.
 */
export function cutSection(
  text: string,
  tree: SectionTree,
  /** The section that `text` is; null for the whole document. */
  withinId: string | null,
  sectionId: string,
): string | undefined {
  const node = tree.byId.get(sectionId);
  const outer = withinId === null ? undefined : tree.byId.get(withinId);
  if (node === undefined || (withinId !== null && outer === undefined)) return undefined;
  return bySizes(text, tree, outer, node) ?? byHeadings(text, tree, outer, node);
}

function bySizes(
  text: string,
  tree: SectionTree,
  outer: SectionNode | undefined,
  node: SectionNode,
): string | undefined {
  const points = [...text];
  const expected = outer === undefined ? sizeOf(tree.roots) : outer.characters;
  if (expected !== points.length || node.characters === null) return undefined;
  const start = offsetOf(tree, outer, node);
  return start === undefined ? undefined : points.slice(start, start + node.characters).join("");
}

function sizeOf(nodes: readonly SectionNode[]): number | null {
  let sum = 0;
  for (const each of nodes) {
    if (each.characters === null) return null;
    sum += each.characters;
  }
  return sum;
}

/** Where a section begins in the text of `outer`: after its parents' own words and its elder siblings. */
function offsetOf(tree: SectionTree, outer: SectionNode | undefined, node: SectionNode): number | undefined {
  if (node === outer) return 0;
  const siblings = node.parent === null ? tree.roots : node.parent.children;
  const elder = sizeOf(siblings.slice(0, siblings.indexOf(node)));
  if (elder === null) return undefined;
  if (node.parent === null) return outer === undefined ? elder : undefined;
  const lead = leadOf(node.parent);
  const above = offsetOf(tree, outer, node.parent);
  return lead === undefined || above === undefined ? undefined : above + lead + elder;
}

function leadOf(node: SectionNode): number | undefined {
  const beneath = sizeOf(node.children);
  return beneath === null || node.characters === null ? undefined : node.characters - beneath;
}

function byHeadings(
  text: string,
  tree: SectionTree,
  outer: SectionNode | undefined,
  node: SectionNode,
): string | undefined {
  const order = [...tree.byId.values()].filter((each) => outer === undefined || isInside(each, outer));
  const starts = new Map<SectionNode, number>();
  let from = 0;
  for (const each of order) {
    const at = headingAt(text, each.title, from);
    if (at === undefined) continue;
    starts.set(each, at);
    from = at + 1;
  }
  const start = starts.get(node);
  if (start === undefined) return undefined;
  const next = order.slice(order.indexOf(node) + 1).find((each) => !isInside(each, node));
  const end = next === undefined ? text.length : starts.get(next);
  return end === undefined ? undefined : text.slice(start, end);
}

function headingAt(text: string, title: string | null, from: number): number | undefined {
  if (title === null || title.trim() === "") return undefined;
  for (let at = text.indexOf(title, from); at !== -1; at = text.indexOf(title, at + 1)) {
    const line = text.lastIndexOf("\n", at - 1) + 1;
    if (line >= from && /^#{1,6}\s+$/.test(text.slice(line, at))) return line;
  }
  return undefined;
}

function isInside(node: SectionNode, outer: SectionNode): boolean {
  for (let each: SectionNode | null = node; each !== null; each = each.parent) if (each === outer) return true;
  return false;
}
