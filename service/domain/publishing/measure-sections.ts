import { hash } from "node:crypto";
import { withoutAlignment } from "../../../lib/text/format/aligned-lines.ts";
import { countCharacters } from "../../../lib/text/format/count-characters.ts";
import { outOfRange } from "../../../lib/text/format/out-of-range.ts";
import { normaliseWhiteSpace } from "../../../lib/text/format/white-space.ts";
import type { SectionRecord } from "../../storage/ports.ts";
import type { PublicationSection } from "./publication.ts";

/** Characters and hash include descendants, since these are delivered and priced with the section. */
export function measureSections(sections: readonly PublicationSection[]): SectionRecord[] {
  return withMeasures(sections, measuresOf(sections));
}

export type SectionMeasures = Pick<SectionRecord, "characterCount" | "textHash" | "ownTextHash">;

export function measuresOf(sections: readonly PublicationSection[]): SectionMeasures[] {
  const hashes = hashSections(sections);
  const own = sections.map(({ markdown }) => countCharacters(markdown));
  return sections.map((_, at) => {
    const characterCount = own.slice(at, endOf(sections, at)).reduce((total, inner) => total + inner, 0);
    return { characterCount, textHash: hashes[at]?.text ?? "", ownTextHash: hashes[at]?.own ?? "" };
  });
}

/** The measures are in the order of the sections. */
export function withMeasures(
  sections: readonly PublicationSection[],
  measures: readonly SectionMeasures[],
): SectionRecord[] {
  return sections.map((section, at) => ({ ...section, ...(measures[at] ?? outOfRange()) }));
}

export interface SectionHashes {
  /** Of the text with its descendants. */
  readonly text: string;
  /** Of the section's own text after its heading, without its descendants. */
  readonly own: string;
}

/** Line ends, white space and where a line is set are normalised and nothing else, so that equal hashes mean equal words and figures. */
export function hashSections(
  sections: readonly Pick<PublicationSection, "markdown" | "level">[],
): readonly SectionHashes[] {
  const texts = sections.map(({ markdown }) => withoutAlignment(markdown));
  const own = texts.map(normaliseWhiteSpace);
  const lines = own.map(asLines);
  const starts = [0];
  for (const line of lines) starts.push((starts.at(-1) ?? 0) + line.length);
  // Sections inside one another stand together, so that the text of each is a piece of this one.
  const whole = lines.join("");
  return texts.map((text, at) => ({
    text: hashOf(whole.slice(starts[at], starts[endOf(sections, at)])),
    own: hashOf(asLines(withoutHeading(text, own[at] ?? ""))),
  }));
}

function asLines(text: string): string {
  return text === "" ? "" : `${text}\n`;
}

/** A text after its heading, normalised. The first line end of the normalised text mostly ends the heading. */
function withoutHeading(text: string, normalised: string): string {
  const heading = /^\s*#{1,6}[ \t][^\n]*/u.exec(text)?.[0];
  if (heading === undefined) return normalised;
  if (/[\r\u2028\u2029]/u.test(heading)) return normaliseWhiteSpace(text.slice(heading.length));
  const end = normalised.indexOf("\n");
  return end === -1 ? "" : normalised.slice(end + 1);
}

/** Behind the section and what is inside it: in reading order, the sections that follow at a deeper level. */
function endOf(sections: readonly Pick<PublicationSection, "level">[], at: number): number {
  const level = sections[at]?.level ?? 0;
  let end = at + 1;
  while ((sections[end]?.level ?? 0) > level) end++;
  return end;
}

const hashCharacters = 22;

function hashOf(lines: string): string {
  return hash("sha256", lines, "base64url").slice(0, hashCharacters);
}
