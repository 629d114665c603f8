import { countCharacters } from "../../../lib/text/format/count-characters.ts";
import type { PublicationSection } from "../../domain/publishing/publication.ts";

/** Records the page of each part of a section's text during the layout. */
export class SectionPlaces {
  #first: number | undefined;
  #page = 0;
  readonly #breaks: { readonly page: number; readonly at: number }[] = [];

  /** `at` counts UTF-16 units of the section's own text. */
  note(page: number, at: number): void {
    if (page === this.#page) return;
    this.#page = page;
    if (this.#first === undefined) this.#first = page;
    else this.#breaks.push({ page, at });
  }

  of(section: PublicationSection): PublicationSection {
    if (this.#first === undefined) return section;
    if (this.#breaks.length === 0) return { ...section, pageNumber: this.#first };
    const pageBreaks = this.#breaks.map(({ page, at }) => ({
      pageNumber: page,
      characters: countCharacters(section.markdown.slice(0, at)),
    }));
    return { ...section, pageNumber: this.#first, pageBreaks };
  }
}
