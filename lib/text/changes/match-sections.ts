import type { SectionNode } from "../toc/section-tree.ts";
import { alignSiblings } from "./align-siblings.ts";
import { compareTags } from "./compare-tags.ts";
import { createNameSimilarity } from "./name-similarity.ts";
import type { HeadingKeys, Outline } from "./outline.ts";

/**
 * Finds for each section of one document its counterpart in another of the same form, by legal names and place. Ids are
 * not compared: they are made for each document. Sections under counterparts are paired first, by their headings from
 * strict to loose; what is left is looked for anywhere, by its tag and then by its name; last, what has a
 * similar name near the same place.
 */
export function matchSections(before: Outline, after: Outline): ReadonlyMap<SectionNode, SectionNode> {
  const pairs = new Pairs();
  pairChildren(before, after, before.roots, after.roots, pairs);
  pairByTag(before, after, pairs);
  for (const isSameLevel of [true, false]) pairByName(before, after, pairs, isSameLevel);
  pairByLikeness(before, after, pairs, createNameSimilarity());
  return pairs.afterOf;
}

/** Counterparts found so far, each section in one pair at most. */
class Pairs {
  readonly afterOf = new Map<SectionNode, SectionNode>();
  readonly beforeOf = new Map<SectionNode, SectionNode>();

  add(before: SectionNode, after: SectionNode): void {
    this.afterOf.set(before, after);
    this.beforeOf.set(after, before);
  }

  unpairedBefore(nodes: readonly SectionNode[]): SectionNode[] {
    return nodes.filter((node) => !this.afterOf.has(node));
  }

  unpairedAfter(nodes: readonly SectionNode[]): SectionNode[] {
    return nodes.filter((node) => !this.beforeOf.has(node));
  }
}

const keyNames = ["title", "name", "undated"] as const satisfies readonly (keyof HeadingKeys)[];

/** Pairs the sections directly beneath two counterparts by their headings, and then what is beneath those. */
function pairChildren(
  before: Outline,
  after: Outline,
  childrenBefore: readonly SectionNode[],
  childrenAfter: readonly SectionNode[],
  pairs: Pairs,
): void {
  const made: [SectionNode, SectionNode][] = alignSiblings(before, after, childrenBefore, childrenAfter);
  for (const [a, b] of made) pairs.add(a, b);
  for (const key of keyNames) {
    const waiting = groupBy(pairs.unpairedAfter(childrenAfter), (node) => after.keysOf(node)[key]);
    for (const [name, nodes] of groupBy(pairs.unpairedBefore(childrenBefore), (node) => before.keysOf(node)[key])) {
      const others = waiting.get(name) ?? [];
      if (name === "" && key !== "title") continue;
      for (const pair of pairAlike(before, after, nodes, others)) {
        pairs.add(...pair);
        made.push(pair);
      }
    }
  }
  for (const [a, b] of made) pairChildren(before, after, a.children, b.children, pairs);
}

/** Among sections under one name: the same text first, then in their order. */
function pairAlike(
  before: Outline,
  after: Outline,
  first: readonly SectionNode[],
  second: readonly SectionNode[],
): [SectionNode, SectionNode][] {
  const made: [SectionNode, SectionNode][] = [];
  const taken = new Set<SectionNode>();
  const take = (a: SectionNode, b: SectionNode) => {
    made.push([a, b]);
    taken.add(a).add(b);
  };
  if (first.length > 1 || second.length > 1) {
    for (const a of first) {
      const same = second.find((b) => !taken.has(b) && compareTags(before.tagOf(a), after.tagOf(b)) === "same");
      if (same !== undefined) take(a, same);
    }
  }
  const rest = second.filter((b) => !taken.has(b));
  first
    .filter((a) => !taken.has(a))
    .forEach((a, at) => {
      const b = rest[at];
      if (b !== undefined) take(a, b);
    });
  return made;
}

/** A heading with nothing beneath it, or a line such as 該当事項はありません, stands in many places. */
const tellingCharacters = 60;

/** The same text that stands somewhere else now, where there is one such text on each side. */
function pairByTag(before: Outline, after: Outline, pairs: Pairs): void {
  for (const tagIn of [(o: Outline, n: SectionNode) => o.tagOf(n), (o: Outline, n: SectionNode) => o.ownTagOf(n)]) {
    const tell = (outline: Outline) => (node: SectionNode) =>
      (outline.ownCharactersOf(node) ?? 0) - (node.title ?? "").length < tellingCharacters
        ? null
        : tagIn(outline, node);
    const waiting = groupBy(pairs.unpairedAfter(after.nodes), tell(after));
    for (const [tag, nodes] of groupBy(pairs.unpairedBefore(before.nodes), tell(before))) {
      const others = waiting.get(tag) ?? [];
      const [a, b] = [nodes[0], others[0]];
      if (tag === null || nodes.length !== 1 || others.length !== 1 || a === undefined || b === undefined) continue;
      if (compareTags(tag, tagIn(after, b)) !== "same") continue;
      pairs.add(a, b);
      pairChildren(before, after, a.children, b.children, pairs);
    }
  }
}

const tellingNameCharacters = 4;
/** At another level even the only section of a short name is often something else: a policy on leases, a note on them. */
const distinctNameCharacters = 8;

/** The same name somewhere else: once in each document, or beneath counterparts with a level between them. */
function pairByName(before: Outline, after: Outline, pairs: Pairs, isSameLevel: boolean): void {
  for (const key of keyNames.slice(1)) {
    const everywhereBefore = groupBy(before.nodes, (node) => before.keysOf(node)[key]);
    const everywhereAfter = groupBy(after.nodes, (node) => after.keysOf(node)[key]);
    for (const a of before.nodes) {
      if (pairs.afterOf.has(a)) continue;
      const name = before.keysOf(a)[key];
      if (name === "" || (!isSameLevel && [...name].length < distinctNameCharacters)) continue;
      const candidates = pairs
        .unpairedAfter(everywhereAfter.get(name) ?? [])
        .filter((b) => (levelOf(a) === levelOf(b)) === isSameLevel);
      const near = candidates.filter((b) => areNear(a, b, pairs));
      const isOnly =
        [...name].length >= tellingNameCharacters &&
        everywhereBefore.get(name)?.length === 1 &&
        everywhereAfter.get(name)?.length === 1;
      const b = near[0] ?? (isOnly ? candidates[0] : undefined);
      if (b === undefined) continue;
      pairs.add(a, b);
      pairChildren(before, after, a.children, b.children, pairs);
    }
  }
}

/** Beneath counterparts, though not directly: a level was put between them or taken away. */
function areNear(a: SectionNode, b: SectionNode, pairs: Pairs): boolean {
  for (let above = a.parent; above !== null && above.parent !== null; above = above.parent) {
    const partner = pairs.afterOf.get(above);
    for (let each = b.parent; partner !== undefined && each !== null; each = each.parent) {
      if (each === partner) return true;
    }
  }
  return false;
}

type Similarity = ReturnType<typeof createNameSimilarity>;

const similarNames = 0.5;
const similarNamesElsewhere = 0.6;

/** Under counterparts with a similar name: renamed. First directly beneath them, then with levels between. */
function pairByLikeness(before: Outline, after: Outline, pairs: Pairs, similarity: Similarity): void {
  for (const isDirect of [true, false]) {
    const left = pairs.unpairedBefore(before.nodes);
    const right = pairs.unpairedAfter(after.nodes);
    const scored = left
      .flatMap((a) =>
        right.filter((b) => (isDirect ? areSiblings(a, b, pairs) : areNear(a, b, pairs))).map((b) => ({ a, b })),
      )
      .map(({ a, b }) => ({ a, b, score: likeness(before, after, a, b, similarity) }))
      .filter(({ score }) => score >= (isDirect ? similarNames : similarNamesElsewhere))
      .sort((x, y) => y.score - x.score);
    let found = false;
    for (const { a, b } of scored) {
      if (pairs.afterOf.has(a) || pairs.beforeOf.has(b)) continue;
      pairs.add(a, b);
      pairChildren(before, after, a.children, b.children, pairs);
      found = true;
    }
    // Paired sections have sections beneath them, which are candidates now.
    if (found) return pairByLikeness(before, after, pairs, similarity);
  }
}

function areSiblings(a: SectionNode, b: SectionNode, pairs: Pairs): boolean {
  if (a.parent === null || b.parent === null) return a.parent === b.parent;
  return pairs.afterOf.get(a.parent) === b.parent;
}

/** Names count; the same names beneath help where a heading was reworded. */
function likeness(before: Outline, after: Outline, a: SectionNode, b: SectionNode, similarity: Similarity): number {
  const names = similarity(before.keysOf(a).undated, after.keysOf(b).undated);
  const beneathA = new Set(a.children.map((each) => before.keysOf(each).name));
  const beneathB = b.children.map((each) => after.keysOf(each).name);
  if (beneathA.size < 2 || beneathB.length < 2) return names;
  const shared = beneathB.filter((name) => beneathA.has(name)).length;
  return Math.max(names, shared / Math.max(beneathA.size, beneathB.length));
}

function levelOf(node: SectionNode): number {
  return node.parent === null ? 0 : levelOf(node.parent) + 1;
}

function groupBy<K>(nodes: readonly SectionNode[], keyOf: (node: SectionNode) => K): Map<K, SectionNode[]> {
  const groups = new Map<K, SectionNode[]>();
  for (const node of nodes) {
    const key = keyOf(node);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [node]);
    else group.push(node);
  }
  return groups;
}
