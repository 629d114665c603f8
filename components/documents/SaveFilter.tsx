"use client";

import { useState } from "react";
import { useWords } from "@/lib/next/provider";
import { OwnApiError } from "@/lib/next/queries/own-api";
import { saveFilter } from "@/lib/next/queries/saved-filters";
import { queryString } from "@/lib/routes";
import {
  followedPart,
  isFiltered,
  showsNothing,
  type TimelineFilters,
  writeFilters,
} from "@/lib/text/format/timeline-filters";

/** Saves a filter without its days, so that Today tells what is new in it. */
export function SaveFilter({ filters }: { readonly filters: TimelineFilters }) {
  const t = useWords("documents");
  const kept = followedPart(filters);
  const query = queryString(writeFilters(kept)).toString();
  const [outcome, setOutcome] = useState<{ query: string; word: "filterSaved" | "filterNotSaved" | "filtersFull" }>();
  const save = async () => {
    try {
      await saveFilter(query);
      setOutcome({ query, word: "filterSaved" });
    } catch (error) {
      const full = error instanceof OwnApiError && error.problem.code === "filters_full";
      setOutcome({ query, word: full ? "filtersFull" : "filterNotSaved" });
    }
  };
  const told = outcome?.query === query ? outcome.word : undefined;
  if (!isFiltered(kept) || showsNothing(kept)) return null;
  return (
    <p className="mt-3 mb-5 text-12/ui">
      {told === "filterSaved" ? null : (
        <button className="link" type="button" onClick={() => void save()}>
          {t("saveFilter")}
        </button>
      )}{" "}
      <span className="text-muted" role="status">
        {told === undefined ? "" : t(told)}
      </span>
    </p>
  );
}
