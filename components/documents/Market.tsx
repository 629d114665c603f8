"use client";

import { useMemo } from "react";
import { ReadTabs } from "@/components/ui/PlaceTabs.tsx";
import { useWords } from "@/lib/next/provider";
import { shiftDay } from "@/lib/text/format/clock";
import { noFilters } from "@/lib/text/format/timeline-filters";
import { EmptyList } from "./EmptyList.tsx";
import { Filters } from "./Filters.tsx";
import { marketBase } from "./market-base.ts";
import { SaveFilter } from "./SaveFilter.tsx";
import { Timeline } from "./Timeline.tsx";
import { useFilters } from "./use-filters.ts";
import { useTimeline } from "./use-timeline.ts";

const periods = [
  { days: 1, word: "periodToday" },
  { days: 7, word: "periodWeek" },
  { days: 30, word: "periodMonth" },
] as const;

/** The documents of the whole market. The service needs a first day to list them. */
export function Market({ today }: { readonly today: string }) {
  const t = useWords("documents");
  const [filters, change] = useFilters();
  const base = useMemo(() => marketBase(filters, today), [filters, today]);
  const timeline = useTimeline(base, filters);
  const since = base.timeline_since;
  return (
    <>
      <div className="dateline">
        <h1 className="h-page">{t("title")}</h1>
        <span className="text-muted">{t("lead")}</span>
        <fieldset className="end seg max-md:mt-3 print:hidden" aria-label={t("days")}>
          {periods.map(({ days, word }) => {
            const from = shiftDay(today, 1 - days);
            return (
              <button
                key={word}
                type="button"
                aria-pressed={since === from && filters.to === null}
                onClick={() => change({ from, to: null })}
              >
                {t(word)}
              </button>
            );
          })}
        </fieldset>
      </div>
      <ReadTabs here="filings" />
      <div className="grid grid-cols-[192px_minmax(0,1fr)] gap-x-10 max-lg:grid-cols-[176px_minmax(0,1fr)] max-md:block print:block">
        <div>
          <Filters
            filters={filters}
            onChange={change}
            loaded={timeline.answered ? timeline.loaded : undefined}
            sinceRequired={since}
          />
          <SaveFilter filters={filters} />
        </div>
        <Timeline
          name={`market ${JSON.stringify(filters)}`}
          timeline={timeline}
          withIssuer
          empty={<EmptyList filters={filters} onChange={() => change(noFilters)} />}
        />
      </div>
    </>
  );
}
