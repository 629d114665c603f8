import { createHash } from "node:crypto";
import { countCharacters } from "../../../lib/format/count-characters.ts";
import type { SectionRecord } from "../../storage/ports.ts";
import type { PublicationSection } from "./publication.ts";

/** Characters and hash include descendants, since these are delivered and priced with the section. */
export function measureSections(sections: readonly PublicationSection[]): SectionRecord[] {
  const own = sections.map(({ markdown }) => ({ characters: countCharacters(markdown), text: normalised(markdown) }));
  return sections.map((section, at) => {
    const hash = createHash("sha256");
    let characterCount = 0;
    // In reading order the sections that follow at a deeper level are inside the section.
    for (let next = at; next === at || (sections[next]?.level ?? 0) > section.level; next++) {
      characterCount += own[next]?.characters ?? 0;
      hash.update(own[next]?.text ?? "");
    }
    return { ...section, characterCount, textHash: hash.digest("base64url").slice(0, hashCharacters) };
  });
}

const hashCharacters = 22;

/** Differences in width, white space and Markdown marks are ignored. */
function normalised(markdown: string): string {
  return markdown.normalize("NFKC").replace(/[\s|#*\\-]+/gu, "");
}
