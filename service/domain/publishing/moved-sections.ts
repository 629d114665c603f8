import type { SectionText } from "../../storage/ports.ts";
import { normaliseText } from "./normalise-text.ts";
import type { PublicationSection } from "./publication.ts";

/**
 * Finds where the text of each removed section is now. A better reader may cut the same text at other places, so it is
 * found by the words at the section's beginning, at their old position or the nearest match.
 */
export function findPlaces(
  removedIds: ReadonlySet<string>,
  before: readonly SectionText[],
  now: readonly PublicationSection[],
): Map<string, string> {
  const places = new Map<string, string>();
  if (removedIds.size === 0 || now.length === 0) return places;
  const starts: number[] = [];
  const texts: string[] = [];
  let length = 0;
  for (const section of now) {
    const text = normaliseText(section.markdown);
    starts.push(length);
    texts.push(text);
    length += text.length;
  }
  const whole = texts.join("");
  let at = 0;
  for (const section of before) {
    const text = normaliseText(section.markdown);
    if (removedIds.has(section.sectionId)) {
      const found = findNear(whole, text.slice(0, probeLength), at) ?? findNear(whole, afterTitle(section, text), at);
      const place = found === undefined ? undefined : now[sectionAt(starts, texts, found)];
      if (place !== undefined) places.set(section.sectionId, place.sectionId);
    }
    at += text.length;
  }
  return places;
}

const probeLength = 24;

/** The title may have changed; a few words without it occur in many places. */
function afterTitle({ title }: SectionText, text: string): string {
  const from = normaliseText(title ?? "").length;
  const probe = text.slice(from, from + probeLength);
  return probe.length < probeLength / 2 ? "" : probe;
}

function findNear(whole: string, probe: string, at: number): number | undefined {
  if (probe === "") return undefined;
  const after = whole.indexOf(probe, at);
  const before = whole.lastIndexOf(probe, at);
  if (after < 0) return before < 0 ? undefined : before;
  return before >= 0 && at - before < after - at ? before : after;
}

/** The last section with text that begins at or before the position. */
function sectionAt(starts: readonly number[], texts: readonly string[], place: number): number {
  let found = 0;
  for (const [at, start] of starts.entries()) if (start <= place && texts[at] !== "") found = at;
  return found;
}
