"use client";

import { useWords } from "@/lib/next/provider";
import { ListError } from "./ListError.tsx";
import type { useTimeline } from "./use-timeline.ts";

/** Beneath the last row: more is loading, the list is complete, or loading failed. Its height is always the same. */
export function TimelineEnd({ timeline }: { readonly timeline: ReturnType<typeof useTimeline> }) {
  const t = useWords("documents");
  if (timeline.error !== null) return <ListError error={timeline.error} onRetry={timeline.retry} />;
  return (
    <p className="min-h-11 border-t border-line py-3 print:hidden text-muted text-12/ui">
      {timeline.isLoadingMore ? (
        t("loadingMore")
      ) : timeline.hasMore ? (
        <button className="link" type="button" onClick={timeline.loadMore}>
          {t("loadMore")}
        </button>
      ) : (
        t(`end_${timeline.end}`)
      )}
    </p>
  );
}
