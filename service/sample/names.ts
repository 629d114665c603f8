import { remembered } from "../../lib/text/format/remembered.ts";
import type { PublicationSection, TaggedName } from "../domain/publishing/publication.ts";
import { baseGlossary, Glossary, tablesOf } from "../search/words.ts";

let glossary: Glossary | undefined;

function known(): Glossary {
  glossary ??= new Glossary(baseGlossary());
  return glossary;
}

/**
 * The sample market's sections carry the names that real filings tag the same headings and rows with, so that what
 * the names give (English titles, questions in English) can be seen without a real filing.
 */
export function withNames(sections: readonly PublicationSection[]): PublicationSection[] {
  return sections.map((section) => {
    const names = namesOf(section);
    return names.length === 0 ? section : { ...section, names };
  });
}

interface Named {
  readonly heading: string | undefined;
  readonly row: string | undefined;
}

/** A few thousand labels stand in the texts of a whole market. */
const named = remembered(20_000, (label): Named => {
  const names = known().namesOf(label);
  const isHeading = (name: string) => name.endsWith("TextBlock");
  return { heading: names.find(isHeading), row: names.find((name) => !isHeading(name)) };
});

function namesOf({ title, markdown }: PublicationSection): TaggedName[] {
  const names: TaggedName[] = [];
  const own = named(title).heading;
  if (own !== undefined) names.push({ name: own, label: title });
  for (const { rows } of tablesOf(markdown)) {
    for (const { label } of rows) {
      const name = named(label).row;
      if (name !== undefined && !names.some((each) => each.label === label)) names.push({ name, label });
    }
  }
  return names;
}
