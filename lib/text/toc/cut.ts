import { nfkc } from "../format/nfkc.ts";
import { isWithin, type SectionNode, type SectionTree, subtree } from "./section-tree.ts";

/**
 * Cuts a body into the texts of its sections. A body is the exact concatenation of its sections in reading order, so
 * where the service sends sizes these give the offsets (a section's size includes its subsections). Where they don't
 * add up to the body, headings are searched; where these are not found either, the body stays whole.
 */

/** A section's own text, without that of its subsections. */
export interface Piece {
  readonly sectionId: string;
  readonly text: string;
}

/** Pieces in reading order; their texts joined are the body. Empty pieces are left out. */
export function splitSections(body: string, nodes: readonly SectionNode[]): readonly Piece[] {
  const first = nodes[0];
  if (first === undefined) return body === "" ? [] : [{ sectionId: "", text: body }];
  const starts = startsOf(body, nodes);
  const found = nodes.flatMap((node) => {
    const start = starts.get(node);
    return start === undefined ? [] : [{ sectionId: node.id, start }];
  });
  const pieces = found.flatMap(({ sectionId, start }, index) => {
    // Text before the first heading found is part of its piece.
    const text = body.slice(index === 0 ? 0 : start, found[index + 1]?.start ?? body.length);
    return text === "" ? [] : [{ sectionId, text }];
  });
  return pieces.length > 0 ? pieces : [{ sectionId: first.id, text: body }];
}

/**
 * Cuts one section's text, with its subsections, out of a longer one: that of the section `withinId`, or of the whole
 * document where that is null. Undefined where its bounds can't be determined; the longer text is then shown rather
 * than a wrong piece.
 */
export function cutSection(
  text: string,
  tree: SectionTree,
  withinId: string | null,
  sectionId: string,
): string | undefined {
  const node = tree.byId.get(sectionId);
  const outer = withinId === null ? undefined : tree.byId.get(withinId);
  if (node === undefined || (withinId !== null && outer === undefined)) return undefined;
  const nodes = outer === undefined ? tree.nodes : subtree(tree, outer);
  const starts = startsOf(text, nodes);
  const start = starts.get(node);
  if (start === undefined) return undefined;
  const next = nodes.slice(nodes.indexOf(node) + 1).find((each) => !isWithin(each, node));
  const end = next === undefined ? text.length : starts.get(next);
  return end === undefined ? undefined : text.slice(start, end);
}

/** The offsets where the sections' own texts begin; sections not found are left out. */
function startsOf(body: string, nodes: readonly SectionNode[]): ReadonlyMap<SectionNode, number> {
  return startsBySize(body, nodes) ?? startsByHeading(body, nodes);
}

/** Undefined where sizes are missing or don't add up to this body. */
function startsBySize(body: string, nodes: readonly SectionNode[]): ReadonlyMap<SectionNode, number> | undefined {
  const starts = new Map<SectionNode, number>();
  let at = 0;
  for (const node of nodes) {
    const own = exactOwnCharacters(node);
    if (own === undefined) return undefined;
    starts.set(node, at);
    const end = afterCharacters(body, at, own);
    if (end === undefined) return undefined;
    at = end;
  }
  return at === body.length ? starts : undefined;
}

function exactOwnCharacters(node: SectionNode): number | undefined {
  let own = node.characters;
  if (own === null) return undefined;
  for (const child of node.children) {
    if (child.characters === null) return undefined;
    own -= child.characters;
  }
  return own < 0 ? undefined : own;
}

/** The index a number of code points further; undefined beyond the end. */
function afterCharacters(body: string, from: number, count: number): number | undefined {
  let at = from;
  for (let left = count; left > 0; left--) {
    const point = body.codePointAt(at);
    if (point === undefined) return undefined;
    at += point > 0xffff ? 2 : 1;
  }
  return at;
}

/** Headings in reading order are matched to titles in reading order; the first section begins where the body does. */
function startsByHeading(body: string, nodes: readonly SectionNode[]): ReadonlyMap<SectionNode, number> {
  const placesOf = headingPlaces(body);
  const starts = new Map<SectionNode, number>();
  let from = 0;
  for (const [index, node] of nodes.entries()) {
    const title = comparable(node.title ?? "");
    const at = title === "" ? undefined : placesOf.get(title)?.find((place) => place >= from);
    if (at !== undefined) from = at + 1;
    const start = at ?? (index === 0 ? 0 : undefined);
    if (start !== undefined) starts.set(node, start);
  }
  return starts;
}

function headingPlaces(body: string): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (const match of body.matchAll(/^#{1,6}[ \t]+(.+)$/gm)) {
    const title = comparable(withoutEnd(match[1] ?? ""));
    const known = places.get(title);
    if (known === undefined) places.set(title, [match.index]);
    else known.push(match.index);
  }
  return places;
}

/** Without the marks that may close a heading. A pattern would look for the end of the line from each of them. */
function withoutEnd(heading: string): string {
  let end = heading.length;
  while (end > 1 && " \t#".includes(heading.charAt(end - 1))) end--;
  return heading.slice(0, end);
}

/** Titles are compared without regard to width, spacing and Markdown marks. */
function comparable(title: string): string {
  return nfkc(title).replace(/[\s\\*_`]+/gu, "");
}
