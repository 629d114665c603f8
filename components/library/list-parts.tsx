"use client";

import { useWords } from "@/lib/next/provider";

interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  fetchNextPage(): Promise<unknown>;
}

/** Loads more stored lines; free. */
export function LoadMore({ list }: { list: Pages }) {
  const t = useWords("library");
  if (!list.hasNextPage) return null;
  return (
    <p className="row-acts mt-4">
      <button
        className="btn"
        type="button"
        aria-busy={list.isFetchingNextPage || undefined}
        onClick={() => void list.fetchNextPage()}
      >
        {t("more")}
      </button>
    </p>
  );
}

export function ListFailed({ onRetry }: { onRetry: () => void }) {
  const t = useWords("library");
  return (
    <div className="err" role="alert">
      <h3>{t("troubleTitle")}</h3>
      <p>{t("trouble")}</p>
      <p className="row-acts">
        <button className="btn sm" type="button" onClick={onRetry}>
          {t("retry")}
        </button>
      </p>
    </div>
  );
}
