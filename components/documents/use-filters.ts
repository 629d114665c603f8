"use client";

import { usePathname, useSearchParams } from "next/navigation";
import { useCallback, useMemo } from "react";
import { withQuery } from "@/lib/routes";
import { readFilters, type TimelineFilters, writeFilters } from "@/lib/text/format/timeline-filters";

/** They are in the address. Changing them loads no page: the list is filtered in the browser. */
export function useFilters(): [TimelineFilters, (change: Partial<TimelineFilters>) => void] {
  const path = usePathname();
  const params = useSearchParams();
  const text = params.toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(text)), [text]);
  const change = useCallback(
    (wanted: Partial<TimelineFilters>) => {
      const next = { ...readFilters(new URLSearchParams(window.location.search)), ...wanted };
      window.history.replaceState(null, "", withQuery(path, writeFilters(next)) + window.location.hash);
    },
    [path],
  );
  return [filters, change];
}
