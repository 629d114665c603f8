"use client";

import { useWords } from "@/lib/i18n/provider";
import { OwnApiError } from "@/lib/queries/own-api";

/** A list that could not be loaded, or not further: said in its place. */
export function ListError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const t = useWords("documents");
  const problem = error instanceof OwnApiError ? error.problem : undefined;
  return (
    <div className="err" role="alert">
      <h3>{problem?.code ?? error.message}</h3>
      <p>{problem?.detail}</p>
      <p className="row-acts">
        <button className="btn sm" type="button" onClick={onRetry}>
          {t("tryAgain")}
        </button>
      </p>
    </div>
  );
}
