"use client";

import { type ReactNode, useMemo } from "react";
import { EmptyList, Filters, Timeline, useFilters, useTimeline } from "@/components/documents";
import type { SecurityCode } from "@/lib/contract/ids";
import { useWords } from "@/lib/next/provider";
import { dayOf } from "@/lib/text/format/timeline";
import { shows } from "@/lib/text/format/timeline-filters";
import { IssuerMonths } from "./IssuerMonths.tsx";
import { NewsLane } from "./NewsLane.tsx";
import { NewsRow } from "./NewsRow.tsx";
import type { ListedStatement } from "./statements.ts";
import { useNewsBlocks } from "./use-news-blocks.ts";

interface Props {
  readonly securityCode: SecurityCode;
  readonly today: string;
  readonly children: ReactNode;
}

/** An issuer's documents over the years, with the density strip above them and facts about the issuer beside them. */
export function IssuerTimeline({ securityCode, today, children }: Props) {
  const t = useWords("documents");
  const [filters, change] = useFilters();
  const base = useMemo(() => ({ security_codes: [securityCode] }), [securityCode]);
  const timeline = useTimeline(base, filters);
  const news = useNewsBlocks({ securityCode, filters, today, shown: shows(filters.families, "news") });
  const days = useMemo(() => timeline.loaded.map(dayOf).filter((day) => day !== ""), [timeline.loaded]);
  const oldest = days.at(-1);
  return (
    <>
      <IssuerMonths
        days={days}
        today={today}
        complete={timeline.complete}
        from={filters.from}
        to={filters.to}
        onChoose={change}
      />
      <div className="grid grid-cols-[192px_minmax(0,1fr)_248px] gap-x-10 max-lg:grid-cols-[176px_minmax(0,1fr)] max-md:block print:block">
        <div>
          <Filters
            filters={filters}
            onChange={change}
            loaded={timeline.answered ? timeline.loaded : undefined}
            newsCount={news.count}
          />
          <p className="mt-5 max-md:mt-0 max-md:mb-6 print:hidden text-12/ui text-muted" data-loaded-to>
            {timeline.complete ? (
              t("allLoaded", { n: timeline.loaded.length })
            ) : oldest === undefined ? null : (
              <>
                {t("loadedTo", { date: oldest })}
                <br />
                <button
                  className="link"
                  type="button"
                  disabled={timeline.loadingEarlier}
                  onClick={timeline.loadEarlier}
                >
                  {timeline.loadingEarlier ? t("loadingMore") : t("loadMore")}
                </button>
              </>
            )}
          </p>
        </div>
        <Timeline<ListedStatement>
          name={`issuer ${securityCode} ${JSON.stringify(filters)}`}
          timeline={timeline}
          blocks={news.blocks}
          empty={<EmptyList filters={filters} onChange={change} />}
          renderLane={(block) => <NewsLane securityCode={securityCode} block={block} />}
          renderNews={(statement, block, first, place) => (
            <NewsRow statement={statement} block={block} first={first} place={place} />
          )}
        />
        {children}
      </div>
    </>
  );
}
