"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListedDocument } from "@/lib/format/free-lists";
import { passes, showsNothing, type TimelineFilters } from "@/lib/format/timeline-filters";
import { type DocumentListInput, documentListQuery } from "@/lib/queries/documents";
import { filteredInput } from "./filtered-input.ts";

/**
 * One timeline under its filters. What is loaded without filters answers at once; the service is asked only where
 * it may know more, and not at all once everything is loaded.
 */
export function useTimeline(base: DocumentListInput, filters: TimelineFilters) {
  const input = useMemo(() => filteredInput(base, filters), [base, filters]);
  const plain = JSON.stringify(input) === JSON.stringify(base);
  // A service refuses days in the wrong order: that is said without asking it.
  const backwards = (base.timeline_since ?? "") > (base.timeline_until ?? "9999");
  const all = useInfiniteQuery({ ...documentListQuery(base), enabled: !backwards });
  const complete = all.data !== undefined && !all.hasNextPage;
  const nothing = showsNothing(filters);
  const asks = !plain && !complete && !nothing;
  const filtered = useInfiniteQuery({ ...documentListQuery(input), enabled: asks });
  const answering = asks ? filtered : all;

  const pages = useMemo<readonly (readonly ListedDocument[])[]>(() => {
    if (nothing) return [];
    if (asks && filtered.data !== undefined) return filtered.data.pages.map((page) => page.documents);
    const loaded = all.data?.pages.map((page) => page.documents) ?? [];
    return plain ? loaded : loaded.map((page) => page.filter((document) => passes(filters, document)));
  }, [nothing, asks, plain, filtered.data, all.data, filters]);

  return {
    pages,
    /** False where the service has told nothing yet: then nothing can be counted. */
    answered: all.data !== undefined,
    /** The pages as they were fetched, whatever of them the filters let through. */
    fetched: useMemo(() => answering.data?.pages.map((page) => page.documents) ?? [], [answering.data]),
    /** Everything loaded without filters: what counts and the density strip speak of. */
    loaded: useMemo(() => all.data?.pages.flatMap((page) => page.documents) ?? [], [all.data]),
    complete,
    loadEarlier: () => void all.fetchNextPage(),
    loadingEarlier: all.isFetchingNextPage,
    isLoading: !nothing && pages.length === 0 && answering.isPending,
    /** Rows shown are those of a narrower look into what is loaded, and the service's own answer is on its way. */
    isProvisional: asks && filtered.isPending,
    error: answering.error,
    hasMore: !nothing && (asks ? filtered.hasNextPage : all.hasNextPage),
    isLoadingMore: answering.isFetchingNextPage,
    loadMore: () => {
      if (!answering.isFetching && !answering.isError && answering.hasNextPage) void answering.fetchNextPage();
    },
    retry: () => void (answering.data === undefined ? answering.refetch() : answering.fetchNextPage()),
  };
}
