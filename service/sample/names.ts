import type { PublicationSection, TaggedName } from "../domain/publishing/publication.ts";
import { baseGlossary, Glossary, tablesOf } from "../search/words.ts";

let glossary: Glossary | undefined;

/**
 * The sample market's sections carry the names that real filings tag the same headings and rows with, so that what
 * the names give (English titles, questions in English) can be seen without a real filing.
 */
export function withNames(sections: readonly PublicationSection[]): PublicationSection[] {
  glossary ??= new Glossary(baseGlossary());
  const known = glossary;
  return sections.map((section) => {
    const names = namesOf(known, section);
    return names.length === 0 ? section : { ...section, names };
  });
}

function namesOf(known: Glossary, { title, markdown }: PublicationSection): TaggedName[] {
  const names: TaggedName[] = [];
  const own = known.namesOf(title).find((name) => name.endsWith("TextBlock"));
  if (own !== undefined) names.push({ name: own, label: title });
  for (const { rows } of tablesOf(markdown)) {
    for (const { label } of rows) {
      const name = known.namesOf(label).find((each) => !each.endsWith("TextBlock"));
      if (name !== undefined && !names.some((each) => each.label === label)) names.push({ name, label });
    }
  }
  return names;
}
