import type { SectionText } from "../../storage/ports.ts";
import { normaliseText } from "./normalise-text.ts";
import type { PublicationSection } from "./publication.ts";

/**
 * Where each of the sections that are gone has its text now. A better reader cuts the same text elsewhere, so its
 * place is told by the words: those at the section's beginning, where they stood or nearest to it.
 */
export function findPlaces(
  gone: ReadonlySet<string>,
  before: readonly SectionText[],
  now: readonly PublicationSection[],
): Map<string, string> {
  const places = new Map<string, string>();
  if (gone.size === 0 || now.length === 0) return places;
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
    if (gone.has(section.sectionId)) {
      const found = findNear(whole, text.slice(0, probeLength), at) ?? findNear(whole, afterTitle(section, text), at);
      const place = found === undefined ? undefined : now[sectionAt(starts, texts, found)];
      if (place !== undefined) places.set(section.sectionId, place.sectionId);
    }
    at += text.length;
  }
  return places;
}

const probeLength = 24;

/** The title may have changed; a few words without it stand in many places. */
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

/** The last section with text that begins at the place or before it. */
function sectionAt(starts: readonly number[], texts: readonly string[], place: number): number {
  let found = 0;
  for (const [at, start] of starts.entries()) if (start <= place && texts[at] !== "") found = at;
  return found;
}
