"use client";

import type { SavedSearchAct } from "@/components/ui/saved-search-act.ts";
import { useLocale, useWords } from "@/lib/next/provider";
import { endStanding, standSearch } from "@/lib/next/queries/updates";
import { between } from "@/lib/text/format/between";

/** Matches the words of a saved search with new filings, at the service, for nothing. */
export function Standing({ search: { search_id, query, fault }, matched, onChange }: SavedSearchAct) {
  const t = useWords("desk");
  const locale = useLocale();
  if (matched !== undefined) {
    return (
      <span className="flex gap-3 text-12/ui text-muted">
        <span>
          {t("stands") + between(locale)}
          {matched === 0 ? t("noMatches") : t("matched", { n: matched })}
        </span>
        <button
          className="link"
          type="button"
          aria-label={t("endStandingName", { query })}
          onClick={() => onChange(endStanding(search_id))}
        >
          {t("endStanding")}
        </button>
      </span>
    );
  }
  if (fault !== undefined) return <span className="text-12/ui text-muted">{t(`fault_${fault}`)}</span>;
  return (
    <button
      className="link text-12/ui"
      type="button"
      aria-label={t("letStandName", { query })}
      onClick={() => onChange(standSearch(search_id))}
    >
      {t("letStand")}
    </button>
  );
}
