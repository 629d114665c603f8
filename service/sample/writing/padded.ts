import { countCharacters } from "../../../lib/text/format/count-characters.ts";
import type { PublicationSection } from "../../domain/publishing/publication.ts";
import { written } from "./blocks.ts";
import type { Scope } from "./scope.ts";

/** Brings a body to exactly so many characters by writing on in its last section: for the bounds of price tiers. */
export function padded(
  sections: readonly PublicationSection[],
  characters: number,
  scope: Scope,
): PublicationSection[] {
  const now = sections.reduce((sum, { markdown }) => sum + countCharacters(markdown), 0);
  const missing = characters - now;
  if (missing < 4) throw new RangeError(`the body has ${now} characters already`);
  const more = ["事業の内容", "売上", "利益"].flatMap((name) =>
    scope
      .items("segments")
      .flatMap((item) => (scope.chapter(name, item)?.blocks ?? []).flatMap((block) => written(block, scope, item))),
  );
  const text = more.join("\n\n");
  const filler = [...text.repeat(Math.ceil(missing / text.length))].slice(0, missing - 3).join("");
  return sections.map((section, at) =>
    at === sections.length - 1 ? { ...section, markdown: `${section.markdown}${filler}。\n\n` } : section,
  );
}
