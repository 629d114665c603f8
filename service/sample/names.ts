import type { PublicationSection, TaggedName } from "../domain/publishing/publication.ts";
import { tablesOf } from "../search/words.ts";
import type { SampleData } from "./data.ts";

/**
 * The sample market's sections carry the names that real filings tag the same headings and rows with, so that what
 * the names give (English titles, questions in English) can be seen without a real filing.
 */
export function withNames(
  sections: readonly PublicationSection[],
  { namesOf }: Pick<SampleData, "namesOf">,
): PublicationSection[] {
  return sections.map((section) => {
    const names = tagged(section, namesOf);
    return names.length === 0 ? section : { ...section, names };
  });
}

const isHeading = (name: string) => name.endsWith("TextBlock");

function tagged({ title, markdown }: PublicationSection, namesOf: SampleData["namesOf"]): TaggedName[] {
  const names: TaggedName[] = [];
  const own = namesOf(title).find(isHeading);
  if (own !== undefined) names.push({ name: own, label: title });
  for (const { rows } of tablesOf(markdown)) {
    for (const { label } of rows) {
      const name = namesOf(label).find((each) => !isHeading(each));
      if (name !== undefined && !names.some((each) => each.label === label)) names.push({ name, label });
    }
  }
  return names;
}
