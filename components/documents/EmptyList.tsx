"use client";

import { useWords } from "@/lib/next/provider";
import { isFiltered, noFilters, type TimelineFilters } from "@/lib/text/format/timeline-filters";

/** Shown instead of an empty list: why it is empty, and what to do. */
export function EmptyList(props: {
  readonly filters: TimelineFilters;
  readonly onChange: (change: Partial<TimelineFilters>) => void;
}) {
  const t = useWords("documents");
  const { filters } = props;
  const reversed = filters.from !== null && filters.to !== null && filters.from > filters.to;
  const why =
    filters.types?.length === 0
      ? t("noType")
      : reversed
        ? t("rangeInvalid")
        : isFiltered(filters)
          ? t("emptyFiltered")
          : t("emptyAll");
  return (
    <div className="empty">
      <h3>{t("emptyTitle")}</h3>
      <p>{why}</p>
      {isFiltered(filters) ? (
        <button className="btn" type="button" onClick={() => props.onChange(noFilters)}>
          {t("clear")}
        </button>
      ) : null}
    </div>
  );
}
