import { app } from "../../running-app.ts";
import { hasProofs } from "../../store/cited.ts";
import { listSavedFilters } from "../../store/saved-filters.ts";
import { listStandingWords } from "../../store/standing-words.ts";
import { listWatches } from "../../store/watches.ts";
import { readFilters } from "../../text/format/timeline-filters.ts";
import {
  allSources,
  citedSource,
  filterSource,
  parseUpdateSource,
  watchSource,
  wordsSource,
} from "../../text/format/update-source.ts";
import { filterName } from "../../text/i18n/filter-name.ts";
import type { ReaderLanguage } from "../../text/i18n/reader-language.ts";

/** Everything, each watch, each filter, named in the user's language. */
export async function sourceTitles(
  ownerId: string,
  { locale, getWords }: ReaderLanguage,
): Promise<ReadonlyMap<string, string>> {
  const [t, documents] = [await getWords("updates"), await getWords("documents")];
  const titles = new Map([[allSources, t("everything")]]);
  if (await hasProofs(app().store, ownerId)) titles.set(citedSource, t("cited"));
  for (const { security_code, name } of await listWatches(app().store, ownerId)) {
    titles.set(watchSource(security_code), [security_code, name].filter((part) => part !== null).join(" "));
  }
  for (const { filter_id, address_query } of await listSavedFilters(app().store, ownerId)) {
    const filters = readFilters(new URLSearchParams(address_query));
    titles.set(filterSource(filter_id), filterName(filters, documents, locale));
  }
  for (const { phrase_id, phrase } of await listStandingWords(app().store, ownerId)) {
    titles.set(wordsSource(phrase_id), t("words", { phrase }));
  }
  return titles;
}

/** The name of a source that may not be followed any more. */
export function titleOf(titles: ReadonlyMap<string, string>, source: string): string {
  const parsed = parseUpdateSource(source);
  return titles.get(source) ?? (parsed?.kind === "watch" ? parsed.code : source);
}
