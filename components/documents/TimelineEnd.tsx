"use client";

import { useDeferredCode } from "@/components/ui/use-deferred-code";
import { useWords } from "@/lib/i18n/provider";
import type { useTimeline } from "./use-timeline.ts";

const loadError = () => import("./ListError.tsx");

/** Beneath the last row: more is loading, the list is complete, or loading failed. Its height is always the same. */
export function TimelineEnd({ timeline }: { readonly timeline: ReturnType<typeof useTimeline> }) {
  const t = useWords("documents");
  const shown = useDeferredCode(loadError, timeline.error === null ? undefined : true);
  if (timeline.error !== null && shown !== undefined) {
    return <shown.ListError error={timeline.error} onRetry={timeline.retry} />;
  }
  return (
    <p className="min-h-11 border-t border-line py-3 print:hidden text-muted text-12/ui">
      {timeline.error !== null ? null : timeline.isLoadingMore ? (
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
