"use client";

import { ErrorInPlace } from "@/components/errors";
import { useWords } from "@/lib/next/provider";
import { OwnApiError } from "@/lib/next/queries/own-api";
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

/** Shown in place of a list, or beneath it, when loading it or more of it failed. */
function ListError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const problem =
    error instanceof OwnApiError
      ? error.problem
      : { status: 0, code: "app_error", detail: "", instance: null, retry_after_seconds: null };
  return <ErrorInPlace problem={problem} onRetry={onRetry} />;
}
