import { normaliseWhiteSpace } from "../format/white-space.ts";
import type { SectionNode } from "../toc/section-tree.ts";
import { type ChangeCounts, type ChangedHeading, changedHeadings, countHeadings } from "./changed-headings.ts";
import type { ChangedSection, ChangeState, SectionPlace } from "./changed-section.ts";
import { compareTags } from "./compare-tags.ts";
import { matchSections } from "./match-sections.ts";
import { type Outline, outlineOf, type TaggedSection } from "./outline.ts";

export interface ChangeMap {
  /** In the order of the later document; what is gone stands after what it followed. */
  readonly sections: readonly ChangedSection[];
  readonly headings: readonly ChangedHeading[];
  /** Of the headings. */
  readonly counts: ChangeCounts;
}

/** Of two documents of the same issuer and form, from their tables of contents alone. */
export function changeMap(tocBefore: readonly TaggedSection[], tocAfter: readonly TaggedSection[]): ChangeMap {
  const before = outlineOf(tocBefore);
  const after = outlineOf(tocAfter);
  const afterOf = matchSections(before, after);
  const beforeOf = new Map([...afterOf].map(([a, b]) => [b, a]));
  const moved = movedSections(before, afterOf);
  const states = new Map<SectionNode, ChangeState>();
  // From the end: what lies beneath a section is known before the section is.
  for (const b of [...after.nodes].reverse()) {
    const a = beforeOf.get(b);
    const isSame = (child: SectionNode, at: number) =>
      states.get(child) === "same" && beforeOf.get(child) === a?.children[at];
    states.set(b, a === undefined ? "new" : stateOf(before, after, a, b, isSame));
  }
  const rows = after.nodes.map((b): ChangedSection => {
    const a = beforeOf.get(b);
    return {
      state: states.get(b) ?? "unknown",
      before: a === undefined ? null : placeOf(a),
      after: placeOf(b),
      depth: depthOf(b),
      renamed: a !== undefined && before.keysOf(a).undated !== after.keysOf(b).undated,
      moved: a !== undefined && moved.has(a),
    };
  });
  const sections = withGone(rows, after, before, afterOf);
  const headings = changedHeadings(sections);
  return { sections, headings, counts: countHeadings(headings) };
}

function stateOf(
  before: Outline,
  after: Outline,
  a: SectionNode,
  b: SectionNode,
  isSame: (child: SectionNode, at: number) => boolean,
): ChangeState {
  const whole = compareTags(before.tagOf(a), after.tagOf(b));
  if (whole !== "changed") return whole;
  const isNamedAlike = normaliseWhiteSpace(a.title ?? "") === normaliseWhiteSpace(b.title ?? "");
  const isLeaf = a.children.length === 0 && b.children.length === 0;
  const isSameBeneath = a.children.length === b.children.length && b.children.every(isSame);
  const own = compareTags(before.ownTagOf(a), after.ownTagOf(b));
  // The same words under the same name: what differs is the level of the heading.
  if (own === "same") return !isNamedAlike ? "renamed" : isSameBeneath ? "same" : "within";
  if (own === "changed" || isLeaf) return "changed";
  // The service tells nothing of the section's own text: what lies beneath explains the difference, or does not.
  return b.children.every(isSame) ? "changed" : "within";
}

/** Sections under another counterpart, and of those under the same one the fewest that must move to keep the order. */
function movedSections(before: Outline, afterOf: ReadonlyMap<SectionNode, SectionNode>): ReadonlySet<SectionNode> {
  const moved = new Set<SectionNode>();
  const families: (readonly SectionNode[])[] = [before.roots, ...before.nodes.map((node) => node.children)];
  for (const family of families) {
    const kept: { a: SectionNode; at: number }[] = [];
    for (const a of family) {
      const b = afterOf.get(a);
      if (b === undefined) continue;
      const parent = a.parent === null ? null : (afterOf.get(a.parent) ?? undefined);
      if (b.parent === parent) kept.push({ a, at: b.position });
      else moved.add(a);
    }
    const inOrder = longestRising(kept.map(({ at }) => at));
    kept.forEach(({ a }, index) => {
      if (!inOrder.has(index)) moved.add(a);
    });
  }
  return moved;
}

/** The indices of a longest rising run of values, skipping others. */
function longestRising(values: readonly number[]): ReadonlySet<number> {
  const best = values.map((value, at) => ({ at, value, length: 1, previous: -1 }));
  let last = -1;
  for (const each of best) {
    for (const earlier of best.slice(0, each.at)) {
      if (earlier.value < each.value && earlier.length >= each.length) {
        each.length = earlier.length + 1;
        each.previous = earlier.at;
      }
    }
    if (last < 0 || each.length > (best[last]?.length ?? 0)) last = each.at;
  }
  const kept = new Set<number>();
  for (let at = last; at >= 0; at = best[at]?.previous ?? -1) kept.add(at);
  return kept;
}

function withGone(
  rows: readonly ChangedSection[],
  after: Outline,
  before: Outline,
  afterOf: ReadonlyMap<SectionNode, SectionNode>,
): readonly ChangedSection[] {
  const gone = new Map<number, ChangedSection[]>();
  let follows = -1;
  for (const a of before.nodes) {
    const b = afterOf.get(a);
    if (b !== undefined) {
      follows = b.position;
      continue;
    }
    const row: ChangedSection = {
      state: "gone",
      before: placeOf(a),
      after: null,
      depth: depthOf(a),
      renamed: false,
      moved: false,
    };
    gone.set(follows, [...(gone.get(follows) ?? []), row]);
  }
  const positions = after.nodes.map((node) => node.position);
  return [...(gone.get(-1) ?? []), ...rows.flatMap((row, at) => [row, ...(gone.get(positions[at] ?? -2) ?? [])])];
}

function placeOf({ id, title, characters }: SectionNode): SectionPlace {
  return { id, title, characters };
}

function depthOf(node: SectionNode): number {
  return node.parent === null ? 0 : depthOf(node.parent) + 1;
}
