import type { SavedFilterRow } from "../store/saved-filters.ts";
import { readFilters } from "../text/format/timeline-filters.ts";
import { filterName } from "../text/i18n/filter-name.ts";
import type { ReaderLanguage } from "../text/i18n/reader-language.ts";

/** Saved filters, each with a name that says what it lets through. */
export async function namedFilters(language: ReaderLanguage, filters: readonly SavedFilterRow[]) {
  const nameOf = await filterNames(language);
  return filters.map(({ filter_id: id, address_query: addressQuery }) => ({
    id,
    addressQuery,
    name: nameOf(addressQuery),
  }));
}

export async function filterNames({ locale, getWords }: ReaderLanguage): Promise<(addressQuery: string) => string> {
  const documents = await getWords("documents");
  return (addressQuery) => filterName(readFilters(new URLSearchParams(addressQuery)), documents, locale);
}
