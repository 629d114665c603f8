"use client";

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { searchPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { libraryQuery, librarySummaryQuery } from "@/lib/next/queries/library";
import { api } from "@/lib/routes";
import { LibraryFrame } from "./LibraryFrame.tsx";
import { ListFailed, LoadMore } from "./list-parts.tsx";
import { OwnedFilterForm } from "./OwnedFilterForm.tsx";
import { OwnedTable } from "./OwnedTable.tsx";
import { isNarrowed, type OwnedFilters, ownedItemsQuery } from "./owned-filters.ts";

/** Everything owned, with a search in this app's own store: it costs nothing and works while the service does not. */
export function OwnedPage({ filters, month }: { filters: OwnedFilters; month: string }) {
  const t = useWords("library");
  const list = useInfiniteQuery(libraryQuery(ownedItemsQuery(filters)));
  const summary = useQuery(librarySummaryQuery(month)).data;
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  return (
    <LibraryFrame tab="owned" month={month}>
      <OwnedFilterForm filters={filters} summary={summary} />
      <section className="min-w-0" aria-labelledby="owned">
        <div className="sect-h">
          <h2 id="owned">{t(filters.neverOpened ? "neverOpened" : "tab_owned")}</h2>
          {list.data === undefined ? null : <span className="text-muted text-12/ui">{t("things", { n: total })}</span>}
          {summary === undefined || summary.saved_reads === 0 ? null : (
            <span className="text-muted text-12/ui">
              {t("savedNote", { credits: summary.saved, n: summary.saved_reads })}
            </span>
          )}
          <span className="end">
            <a href={api.libraryExport()} download>
              {t("export")}
            </a>
          </span>
        </div>
        {list.isError ? <ListFailed onRetry={() => void list.refetch()} /> : null}
        {list.isSuccess && items.length === 0 ? (
          <Nothing searched={isNarrowed(filters)} never={filters.neverOpened} />
        ) : null}
        {items.length > 0 ? <OwnedTable items={items} grouped={filters.sort === "issuer"} /> : null}
        {list.isPending ? <div className="h-60" aria-busy="true" /> : null}
        <LoadMore list={list} />
      </section>
    </LibraryFrame>
  );
}

function Nothing({ searched, never }: { searched: boolean; never: boolean }) {
  const t = useWords("library");
  const key = searched ? "noneFound" : never ? "noneNever" : "noneOwned";
  return (
    <div className="empty border-0">
      <h3>{t(key)}</h3>
      <p>{t(`${key}Why`, { n: searchPrice.max })}</p>
    </div>
  );
}
