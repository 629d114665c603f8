"use client";

import { Price } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import type { AnswerRun, RunStep } from "@/lib/features/ask/record";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { isRunning, stepReason, stepTitle, stepVerb } from "./ask-words.ts";

/** Each step with its outcome and its rows of the ledger; while it runs, also those that are still to come. */
export function RunSteps({ run }: { readonly run: AnswerRun }) {
  const t = useWords("ask");
  const taken = new Set(run.steps.map(({ step_id }) => step_id));
  const coming = isRunning(run)
    ? run.plan.steps.slice(0, run.plan.stops_at).filter(({ step_id }) => !taken.has(step_id))
    : [];
  const steps: readonly RunStep[] = [
    ...run.steps,
    ...coming.map(
      (step): RunStep => ({ ...step, outcome: "waiting", purchase_id: null, ledger: [], error_code: null }),
    ),
  ];
  if (steps.length === 0 && run.other_ledger.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="steps-head">
      <div className="sect-h">
        <h2 id="steps-head">{t("steps")}</h2>
      </div>
      <ol className="rows">
        {steps.map((step) => (
          <StepRow key={step.step_id} step={step} />
        ))}
        {run.other_ledger.length === 0 ? null : (
          <li className="grid-cols-[minmax(0,1fr)_auto]">
            <span className="two">
              <b>{t("otherCharges")}</b>
              <span>
                <LedgerLinks lines={run.other_ledger} />
              </span>
            </span>
            <Charged lines={run.other_ledger} />
          </li>
        )}
      </ol>
    </section>
  );
}

function StepRow({ step }: { readonly step: RunStep }) {
  const t = useWords("ask");
  const locale = useLocale();
  const { outcome, ledger, document_id: documentId } = step;
  const [first] = step.sections;
  const title = stepTitle(step, t, locale);
  return (
    <li className="grid-cols-[minmax(0,1fr)_auto]" data-state={outcome}>
      <span className="two min-w-0">
        {documentId === null || first === undefined ? (
          <b lang="ja">{title}</b>
        ) : (
          <Link href={routes.section(documentId, first.section_id)} lang="ja">
            {title}
          </Link>
        )}
        <span>
          {stepVerb(step.kind, t)}
          {step.document_title === null ? null : (
            <>
              {between(locale)}
              <span lang="ja">{[step.issuer_name, step.document_title].filter(Boolean).join(" ")}</span>
            </>
          )}
          {first === undefined ? null : between(locale) + stepReason(step, t)}
          {step.error_code === null ? null : between(locale) + step.error_code}
          {ledger.length === 0 ? null : (
            <>
              {between(locale)}
              <LedgerLinks lines={ledger} />
            </>
          )}
        </span>
      </span>
      <span className="grid justify-items-end text-12/5">
        <span className={`outcome ${markOf(outcome)}`}>{t(`outcome_${outcome}`)}</span>
        <Charged lines={ledger} />
      </span>
    </li>
  );
}

function LedgerLinks({ lines }: { readonly lines: RunStep["ledger"] }) {
  const t = useWords("ask");
  return lines.map(({ intent_id }, index) => (
    <Link className="me-2" href={routes.ledger({ row: intent_id })} key={intent_id}>
      {t("ledger")}
      {lines.length === 1 ? null : ` ${index + 1}`}
    </Link>
  ));
}

function Charged({ lines }: { readonly lines: RunStep["ledger"] }) {
  const charged = lines.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
  return charged === 0 ? null : <Price min={charged} max={charged} spent />;
}

function markOf(outcome: RunStep["outcome"]): string {
  if (outcome === "read" || outcome === "bought") return "stored";
  return outcome === "failed" ? "failed" : "unknown";
}
