"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { jstDateTime } from "@/lib/contract/dates";
import { useLocale, useWords } from "@/lib/next/provider";
import { noteProblem } from "@/lib/next/queries/service-state";
import { routes } from "@/lib/routes";
import type { AppProblem } from "@/lib/spending/wire";
import { between } from "@/lib/text/format/between";
import { adviceKey, mayHelpToRetry, nameOfProblem, titleKey } from "./problem-words.ts";

interface Props {
  readonly problem: AppProblem & { readonly content_status?: string | undefined };
  /** Asks again; by default the page is rendered anew. */
  readonly onRetry?: (() => void) | undefined;
  readonly heading?: "h1" | "h2" | "h3";
}

/** Problems of paid actions, which may have been charged, are in components/cost. */
export function ErrorInPlace({ problem, onRetry, heading: Heading = "h3" }: Props) {
  const t = useWords("errors");
  const locale = useLocale();
  const gap = locale === "ja" ? "" : " ";
  const router = useRouter();
  const name = nameOfProblem(problem);
  const until = useComeBackTime(problem.retry_after_seconds);
  useEffect(() => noteProblem(problem), [problem]);
  return (
    <div className="err" role="alert">
      <Heading>{t(titleKey(name))}</Heading>
      <p>
        {t("nothingCharged")}
        {gap}
        {t(adviceKey(name))}
        {until === undefined ? null : (
          <span suppressHydrationWarning>
            {gap}
            {t("comeBackAfter", { time: until })}
          </span>
        )}
      </p>
      {name === "signed_out" ? (
        <p className="row-acts">
          <a className="btn sm" href={routes.signIn()}>
            {t("signIn")}
          </a>
        </p>
      ) : null}
      {mayHelpToRetry(name) ? (
        <p className="row-acts">
          <button className="btn sm" type="button" onClick={onRetry ?? (() => router.refresh())}>
            {t("retry")}
          </button>
        </p>
      ) : null}
      <p className="meta">
        {problem.content_status ?? problem.code}
        {problem.instance === null ? null : between(locale) + t("requestId", { id: problem.instance })}
      </p>
    </div>
  );
}

/** By the browser's clock, which may differ from the server's by a minute. */
function useComeBackTime(seconds: number | null): string | undefined {
  const [shownAtMs] = useState(() => Date.now());
  return seconds !== null && seconds > 0 ? jstDateTime(shownAtMs + seconds * 1000).slice(11, 16) : undefined;
}
