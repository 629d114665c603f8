"use client";

import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { DocumentFilters } from "@/lib/contract/endpoints";
import { documentListQuery } from "@/lib/next/queries/documents";
import type { ListedDocument } from "@/lib/text/format/free-lists";
import { listInput, passes, showsNothing, type TimelineFilters } from "@/lib/text/format/timeline-filters";

/**
 * A timeline with its filters. Rows already loaded without filters are filtered in the browser at once; the service is
 * asked only where it may have more, and not at all once everything is loaded.
 */
export function useTimeline(base: DocumentFilters, filters: TimelineFilters) {
  const input = useMemo(() => ({ ...base, ...listInput(filters) }), [base, filters]);
  const plain = JSON.stringify(input) === JSON.stringify(base);
  // A last day before the first one would be refused by the service, so it is reported without a request.
  const backwards = (base.timeline_since ?? "") > (base.timeline_until ?? "9999");
  const all = useInfiniteQuery({ ...documentListQuery(base), enabled: !backwards });
  const complete = all.data !== undefined && !all.hasNextPage;
  const nothing = showsNothing(filters);
  const asks = !plain && !complete && !nothing;
  const filtered = useInfiniteQuery({ ...documentListQuery(input), enabled: asks });
  const answering = asks ? filtered : all;
  const client = useQueryClient();
  const [loadingMany, setLoadingMany] = useState(false);
  const loadMany = async () => {
    setLoadingMany(true);
    try {
      const { loadEarlier } = await import("@/lib/next/queries/load-earlier");
      await loadEarlier(client, base);
    } catch {
      // Page by page it is tried again, and a failure is told.
      await all.fetchNextPage();
    } finally {
      setLoadingMany(false);
    }
  };

  const pages = useMemo<readonly (readonly ListedDocument[])[]>(() => {
    if (nothing) return [];
    if (asks && filtered.data !== undefined) return filtered.data.pages.map((page) => page.documents);
    const loaded = all.data?.pages.map((page) => page.documents) ?? [];
    return plain ? loaded : loaded.map((page) => page.filter((document) => passes(filters, document)));
  }, [nothing, asks, plain, filtered.data, all.data, filters]);

  return {
    pages,
    /** False until the service has answered once: nothing can be counted before. */
    answered: all.data !== undefined,
    /** The pages as they were loaded, before filtering in the browser. */
    fetched: useMemo(() => answering.data?.pages.map((page) => page.documents) ?? [], [answering.data]),
    /** Everything loaded without filters, which the counts and the density strip refer to. */
    loaded: useMemo(() => all.data?.pages.flatMap((page) => page.documents) ?? [], [all.data]),
    complete,
    /** Many at once, for whoever wants to see or count all of them. */
    loadEarlier: () => void loadMany(),
    loadingEarlier: loadingMany || all.isFetchingNextPage,
    isLoading: !nothing && pages.length === 0 && answering.isPending,
    /** True while the rows shown were filtered in the browser and the service's own answer is still loading. */
    isProvisional: asks && filtered.isPending,
    error: answering.error,
    hasMore: !nothing && (asks ? filtered.hasNextPage : all.hasNextPage),
    /** Nothing more, rows that the filters leave out, or days before the first that was asked for. */
    end: endOf(input, plain),
    isLoadingMore: answering.isFetchingNextPage,
    loadMore: () => {
      if (!loadingMany && !answering.isFetching && !answering.isError && answering.hasNextPage)
        void answering.fetchNextPage();
    },
    retry: () => void (answering.data === undefined ? answering.refetch() : answering.fetchNextPage()),
  };
}

function endOf(input: DocumentFilters, plain: boolean): "beginning" | "days" | "filtered" {
  if (input.timeline_since !== undefined) return "days";
  return plain ? "beginning" : "filtered";
}
