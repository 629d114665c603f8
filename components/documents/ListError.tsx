"use client";

import { ErrorInPlace } from "@/components/errors";
import { OwnApiError } from "@/lib/queries/own-api";

/** A list that could not be loaded, or not further: said in its place. */
export function ListError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const problem =
    error instanceof OwnApiError
      ? error.problem
      : { status: 0, code: "app_error", detail: "", instance: null, retry_after_seconds: null };
  return <ErrorInPlace problem={problem} onRetry={onRetry} />;
}
