import type { RetiredSection, SectionText } from "../../storage/ports.ts";
import { hashText } from "./fingerprint.ts";
import { findPlaces } from "./moved-sections.ts";
import { normaliseText } from "./normalise-text.ts";
import type { PublicationSection } from "./publication.ts";

/**
 * Readers keep section ids in links and purchases. When a document is read again by a better parser, a text that is
 * still there keeps its id, even if it was moved, renumbered or cleaned up; a new text gets an id that no other text of
 * the document ever had.
 */
export function keepSectionIds(
  incoming: readonly PublicationSection[],
  stored: readonly SectionText[],
  retired: readonly RetiredSection[],
): { sections: PublicationSection[]; retired: RetiredSection[] } {
  if (stored.length === 0 && retired.length === 0) return { sections: [...incoming], retired: [] };
  const ids = matchIds(incoming, stored, retired);
  const used = new Set([...stored, ...retired].map((each) => each.sectionId));
  for (const id of ids.values()) used.add(id);
  for (const section of incoming) {
    if (!ids.has(section)) ids.set(section, unusedId(section.sectionId, used));
  }
  const renamed = new Map(incoming.map((section) => [section.sectionId, ids.get(section) ?? section.sectionId]));
  const sections = incoming.map((section) => ({
    ...section,
    sectionId: ids.get(section) ?? section.sectionId,
    parentSectionId: section.parentSectionId === null ? null : (renamed.get(section.parentSectionId) ?? null),
  }));
  const alive = new Set(sections.map((section) => section.sectionId));
  const gone = new Set(stored.map((section) => section.sectionId).filter((id) => !alive.has(id)));
  const places = findPlaces(gone, stored, sections);
  // An id that was redirected before may have to follow its section again.
  const placeNow = (id: string | null): string | null => (id === null || alive.has(id) ? id : (places.get(id) ?? null));
  const before = retired.map((each) => ({ ...each, movedTo: placeNow(each.movedTo) }));
  const since = stored.map((section) => ({
    sectionId: section.sectionId,
    textHash: hashText(section.markdown),
    movedTo: places.get(section.sectionId) ?? null,
  }));
  const bySection = new Map(
    [...before, ...since].filter((each) => !alive.has(each.sectionId)).map((each) => [each.sectionId, each]),
  );
  return { sections, retired: [...bySection.values()] };
}

/** First identical texts, in order; then, under the same heading, texts that are mostly the same. */
function matchIds(
  incoming: readonly PublicationSection[],
  stored: readonly SectionText[],
  retired: readonly RetiredSection[],
): Map<PublicationSection, string> {
  const ids = new Map<PublicationSection, string>();
  const known = new Map<string, string[]>();
  const identities = [
    ...stored.map((section) => ({ sectionId: section.sectionId, textHash: hashText(section.markdown) })),
    ...retired,
  ];
  for (const { sectionId, textHash } of identities) {
    const waiting = known.get(textHash);
    if (waiting === undefined) known.set(textHash, [sectionId]);
    else waiting.push(sectionId);
  }
  const taken = new Set<string>();
  const take = (section: PublicationSection, id: string) => {
    ids.set(section, id);
    taken.add(id);
  };
  for (const section of incoming) {
    const waiting = known.get(hashText(section.markdown))?.filter((id) => !taken.has(id)) ?? [];
    const id = waiting.includes(section.sectionId) ? section.sectionId : waiting[0];
    if (id !== undefined) take(section, id);
  }
  for (const section of incoming) {
    if (ids.has(section)) continue;
    const same = stored.find(
      (each) =>
        !taken.has(each.sectionId) && each.title === section.title && isMostlySame(each.markdown, section.markdown),
    );
    if (same !== undefined) take(section, same.sectionId);
  }
  return ids;
}

function unusedId(wanted: string, used: Set<string>): string {
  let id = wanted;
  for (let revision = 2; used.has(id); revision++) id = `${wanted}.r${revision}`;
  used.add(id);
  return id;
}

const sharedLeast = 0.9;

/** Compared without white space and markup, by their common pairs of characters. */
function isMostlySame(a: string, b: string): boolean {
  const first = pairsOf(a);
  const second = pairsOf(b);
  if (first.size === 0 || second.size === 0) return first.size === second.size;
  let shared = 0;
  for (const [pair, count] of first) shared += Math.min(count, second.get(pair) ?? 0);
  const total = Math.max(sum(first), sum(second));
  return shared / total >= sharedLeast;
}

function pairsOf(markdown: string): Map<string, number> {
  const text = normaliseText(markdown);
  const pairs = new Map<string, number>();
  for (let i = 0; i < text.length - 1; i++) {
    const pair = text.slice(i, i + 2);
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
  }
  return pairs;
}

function sum(counts: ReadonlyMap<string, number>): number {
  let total = 0;
  for (const count of counts.values()) total += count;
  return total;
}
