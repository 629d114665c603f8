"use client";

import { useRouter } from "next/navigation";
import { Price } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { jstDateTime } from "@/lib/contract/dates";
import { searchPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { forgetSavedSearch } from "@/lib/next/queries/saved-searches";
import { routes } from "@/lib/routes";
import type { SavedSearchRow } from "@/lib/store/saved-searches";
import { moment } from "@/lib/text/format/clock";
import { shortTime } from "@/lib/text/format/short-time";

interface Props {
  readonly searches: readonly SavedSearchRow[];
  readonly today: string;
}

/** Saved searches as links, once there are any. Opening one runs nothing; what running it would cost is shown beside it. */
export function SavedSearches({ searches, today }: Props) {
  const t = useWords("desk");
  const router = useRouter();
  const forget = async (searchId: string) => {
    await forgetSavedSearch(searchId);
    router.refresh();
  };
  if (searches.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="saved">
      <div className="sect-h">
        <h2 id="saved">{t("savedSearches")}</h2>
      </div>
      <ul className="rows">
        {searches.map((search) => (
          <li className="group relative" key={search.search_id} data-row>
            <span>
              <Link href={hrefOf(search)} lang="ja">
                {search.query}
              </Link>
              <span className="row-acts justify-between">
                <span className="text-muted text-12/ui">
                  {t(search.target === "news" ? "newsTarget" : "documentsTarget")} ·{" "}
                  {shortTime(moment(jstDateTime(search.saved_at)), today)}
                </span>
                <Price {...searchPrice} />
              </span>
            </span>
            <button
              className="link text-12/ui absolute top-2 right-0 bg-paper ps-2 opacity-0 group-hover:opacity-100 focus-visible:opacity-100"
              type="button"
              aria-label={t("forgetSearch", { query: search.query })}
              onClick={() => void forget(search.search_id)}
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

/** The query string is used as it was saved, repeated filters included. */
function hrefOf({ target, address_query }: SavedSearchRow) {
  const query: Record<string, string[]> = {};
  for (const [name, value] of new URLSearchParams(address_query)) (query[name] ??= []).push(value);
  return target === "news" ? routes.newsList(query) : routes.search(query);
}
