"use client";

import { ErrorInPlace } from "@/components/errors";
import { OwnApiError } from "@/lib/next/queries/own-api";

/** Shown in place of a list, or beneath it, when loading it or more of it failed. */
export function ListError({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const problem =
    error instanceof OwnApiError
      ? error.problem
      : { status: 0, code: "app_error", detail: "", instance: null, retry_after_seconds: null };
  return <ErrorInPlace problem={problem} onRetry={onRetry} />;
}
