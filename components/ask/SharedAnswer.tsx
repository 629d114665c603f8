"use client";

import { Price } from "@/components/cost";
import { jstMinute } from "@/components/ui/jst-minute.ts";
import type { SharedDossier } from "@/lib/features/ask/shared-view";
import { useLocale, useWords } from "@/lib/next/provider";
import { between } from "@/lib/text/format/between";
import { becauseWords, lookedToItsEnd, stepTitle, stepVerb } from "./ask-words.ts";
import { FigureTable } from "./FigureTable.tsx";
import { MissingParts } from "./MissingParts.tsx";
import { NoPassages } from "./NoPassages.tsx";
import { NotLookedAt } from "./NotLookedAt.tsx";
import { PassageList } from "./PassageList.tsx";
import { RecheckReport } from "./RecheckReport.tsx";
import { WordedAnswer } from "./WordedAnswer.tsx";

interface Props {
  readonly shared: SharedDossier;
  readonly sameService: boolean;
}

/** Somebody else's answer: places, hashes and prices, and words of filings only where the reader owns them. */
export function SharedAnswer({ shared, sameService }: Props) {
  const t = useWords("ask");
  const hidden = shared.figures_hidden + shared.sentences_hidden;
  return (
    <main className="page [&>*]:max-w-240" id="main">
      <p className="mb-2 text-12/5 text-muted">{t("sharedTitle")}</p>
      <h1 className="max-w-[38em] font-reading text-20/8 font-semibold" lang={shared.plan.language}>
        {shared.question}
      </h1>
      <p className="mt-2 max-w-[44em] text-muted">{t("sharedLead")}</p>
      {lookedToItsEnd(shared) ? null : <p className="notice mt-4">{becauseWords(shared, t)}</p>}
      {sameService ? null : <p className="notice mt-4">{t("otherService")}</p>}
      <FigureTable figures={shared.figures} plan={shared.plan} />
      <WordedAnswer sentences={shared.sentences} />
      {hidden === 0 ? null : <p className="mt-4 text-12/5 text-muted">{t("hidden", { n: hidden })}</p>}
      {shared.holds || shared.passages.length === 0 ? null : <MissingParts of={shared} />}
      {shared.passages.length + shared.figures.length + shared.figures_hidden === 0 ? (
        <NoPassages of={shared} />
      ) : shared.passages.length === 0 ? null : (
        <PassageList passages={shared.passages} words={shared.plan.words ?? []} linked={sameService} />
      )}
      <Planned shared={shared} />
      <NotLookedAt of={shared.not_looked_at} linked={sameService} />
      <dl className="facts ruled mt-8 text-12/5">
        <dt>{t("cost")}</dt>
        <dd>
          {shared.total.budget === 0
            ? t("spentNone")
            : t("spent", { n: shared.total.charged, budget: shared.total.budget })}
        </dd>
        <dt>{t("service")}</dt>
        <dd className="[overflow-wrap:anywhere]">{shared.service}</dd>
        <dt>{t("signed")}</dt>
        <dd className="tabular-nums">{jstMinute(shared.issued_at)}</dd>
        <dt>{t("fileHash")}</dt>
        <dd className="font-mono [overflow-wrap:anywhere]">SHA-256 {shared.sha256}</dd>
      </dl>
      {shared.recheck === null ? null : <RecheckReport recheck={shared.recheck} />}
    </main>
  );
}

function Planned({ shared }: { readonly shared: SharedDossier }) {
  const t = useWords("ask");
  const locale = useLocale();
  return (
    <section className="mt-8" aria-labelledby="plan-head">
      <div className="sect-h">
        <h2 id="plan-head">{t("planHead")}</h2>
      </div>
      <ol className="rows">
        {shared.plan.steps.slice(0, shared.plan.stops_at).map((step) => (
          <li className="grid-cols-[minmax(0,1fr)_auto]" key={step.step_id}>
            <span className="two min-w-0">
              <b lang="ja">{stepTitle(step, t, locale)}</b>
              <span>
                {stepVerb(step.kind, t)}
                {step.document_title === null ? null : (
                  <>
                    {between(locale)}
                    <span lang="ja">{[step.issuer_name, step.document_title].filter(Boolean).join(" ")}</span>
                  </>
                )}
              </span>
            </span>
            <span className="text-end">
              {step.owned ? null : <Price min={step.credits} max={step.credits} spent />}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
