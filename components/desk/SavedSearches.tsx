"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { Price } from "@/components/cost";
import * as features from "@/components/saved-search-slots.ts";
import { Link } from "@/components/ui/Link.tsx";
import type { SavedSearchAct } from "@/components/ui/saved-search-act.ts";
import { jstDateTime } from "@/lib/contract/dates";
import { searchPrice } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import { OwnApiError } from "@/lib/next/queries/own-api";
import { forgetSavedSearch } from "@/lib/next/queries/saved-searches";
import { routes } from "@/lib/routes";
import type { SavedSearchRow } from "@/lib/store/saved-searches";
import type { StandingWords } from "@/lib/store/standing-words";
import { between } from "@/lib/text/format/between";
import { moment } from "@/lib/text/format/clock";
import { shortTime } from "@/lib/text/format/short-time";
import type { PhraseFault } from "@/lib/text/format/standing-phrase";

interface Search extends SavedSearchRow {
  /** Why its words may not stand. */
  readonly fault: PhraseFault | undefined;
}

interface Props {
  readonly searches: readonly Search[];
  readonly standing: readonly Pick<StandingWords, "search_id" | "matched">[];
  readonly today: string;
}

/** Saved searches as links, once there are any. Opening one runs nothing; what running it would cost is shown beside it. */
export function SavedSearches({ searches, standing, today }: Props) {
  const t = useWords("desk");
  const locale = useLocale();
  const router = useRouter();
  const [problem, setProblem] = useState<(typeof refusals)[number] | "failed">();
  const change = async (work: Promise<void>) => {
    setProblem(undefined);
    try {
      await work;
      router.refresh();
    } catch (error) {
      setProblem(refusals.find((each) => error instanceof OwnApiError && error.problem.code === each) ?? "failed");
    }
  };
  if (searches.length === 0) return null;
  return (
    <section className="mt-4" aria-labelledby="saved">
      <h3 className="text-12/5 text-muted" id="saved">
        {t("savedSearches")}
      </h3>
      <p className={problem === undefined ? "sr-only" : "say mb-2"} role="alert">
        {problem === undefined ? "" : t(`standing_${problem}`)}
      </p>
      <ul className="rows">
        {searches.map((search) => (
          <li className="group grid-cols-[minmax(0,1fr)_auto]" key={search.search_id} data-row>
            <span>
              <Link href={hrefOf(search)} lang="ja">
                {search.query}
              </Link>
              <span className="row-acts justify-between">
                <span className="text-muted text-12/ui">
                  {t(search.target === "news" ? "newsTarget" : "documentsTarget")}
                  {between(locale)}
                  {shortTime(moment(jstDateTime(search.saved_at)), today, locale)}
                </span>
                <Price {...searchPrice} />
              </span>
              {search.target === "documents"
                ? Object.entries(slots).map(([feature, Act]) => (
                    <Act
                      key={feature}
                      search={search}
                      matched={standing.find(({ search_id }) => search_id === search.search_id)?.matched}
                      onChange={(work) => void change(work)}
                    />
                  ))
                : null}
            </span>
            <button
              className="link forget"
              type="button"
              aria-label={t("forgetSearch", { query: search.query })}
              onClick={() => void change(forgetSavedSearch(search.search_id))}
            >
              {t("forget")}
            </button>
          </li>
        ))}
      </ul>
      <p className="text-12/ui text-muted">{t("savedNote")}</p>
    </section>
  );
}

const slots: Readonly<Record<string, (act: SavedSearchAct) => ReactNode>> = features;

const refusals = ["standing_not_offered", "standing_limit_reached", "invalid_query_parameter"] as const;

/** The query string is used as it was saved, repeated filters included. */
function hrefOf({ target, address_query }: SavedSearchRow) {
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(address_query)) (query[name] ??= []).push(value);
  return target === "news" ? routes.newsList(query) : routes.search(query);
}
