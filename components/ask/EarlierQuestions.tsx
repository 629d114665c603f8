"use client";

import { useQuery } from "@tanstack/react-query";
import { Price } from "@/components/cost";
import { ErrorInPlace } from "@/components/errors";
import { jstMinute } from "@/components/ui/jst-minute.ts";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { answersQuery } from "@/lib/next/queries/answers";
import { problemOf } from "@/lib/next/queries/own-api";
import { askRoutes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";

/** Newest first. */
export function EarlierQuestions() {
  const t = useWords("ask");
  const locale = useLocale();
  const { data, error, refetch } = useQuery(answersQuery());
  if (error !== null) {
    return (
      <div className="mt-10">
        <ErrorInPlace problem={problemOf(error)} heading="h2" onRetry={() => void refetch()} />
      </div>
    );
  }
  if (data?.answers.length === 0) {
    return (
      <div className="empty mt-10">
        <h2>{t("noEarlier")}</h2>
        <p>{t("noEarlierNote")}</p>
      </div>
    );
  }
  return (
    <section className="mt-10" aria-labelledby="earlier-head" aria-busy={data === undefined}>
      <div className="sect-h">
        <h2 id="earlier-head">{t("earlier")}</h2>
      </div>
      <ul className="rows">
        {(data?.answers ?? []).map(({ answer_id, state, spent, asked_at, plan }) => (
          <li className="grid-cols-[minmax(0,1fr)_auto]" key={answer_id} data-row="">
            <span className="two min-w-0">
              <Link href={askRoutes.answer(answer_id)} lang={plan.language}>
                {plan.question}
              </Link>
              <span>{[t(`state_${state}`), jstMinute(asked_at)].join(between(locale))}</span>
            </span>
            <span className="text-end">{spent === 0 ? null : <Price min={spent} max={spent} spent />}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
