"use client";

import type { RefObject } from "react";
import { OwnedSeal, Price, useCredits } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import type { PlanStep, QuestionPlan } from "@/lib/features/ask/record";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { stepReason, stepTitle, stepVerb } from "./ask-words.ts";
import type { WordingEndpoint } from "./asked-form.ts";

interface Props {
  readonly plan: QuestionPlan;
  readonly headingRef: RefObject<HTMLHeadingElement | null>;
  /** False once the form was changed. */
  readonly isCurrent: boolean;
  readonly wording: WordingEndpoint | null;
  readonly busy: boolean;
  readonly onRun: () => void;
  /** Plans again, for all issuers. */
  readonly onWholeMarket: () => void;
}

/** The steps with their prices in the order in which they would be taken, where the budget ends, and the confirmation. */
export function PlanView({ plan, headingRef, isCurrent, wording, busy, onRun, onWholeMarket }: Props) {
  const t = useWords("ask");
  const { steps, stops_at: stopsAt } = plan;
  const [next] = steps.slice(stopsAt);
  return (
    <section className="mt-8" aria-labelledby="plan-head">
      <div className="sect-h">
        <h2 id="plan-head" ref={headingRef} tabIndex={-1}>
          {t("planHead")}
        </h2>
        <span className="text-12/5 text-muted">{t(`asks_${plan.asks_for}`)}</span>
        <span className="end">{t("planFree")}</span>
      </div>
      {plan.issuers.length === 0 && plan.documents.length === 0 ? null : <Reach plan={plan} />}
      {plan.needs_issuer === true ? (
        <div className="empty mt-4">
          <h3>{t("needsIssuer")}</h3>
          <p>{t("needsIssuerNote")}</p>
          <button className="btn mt-3" type="button" disabled={busy} onClick={onWholeMarket}>
            {t("wholeMarket")}
          </button>
        </div>
      ) : steps.length === 0 ? (
        <div className="empty mt-4">
          <h3>{t("nothingPlanned")}</h3>
          <p>{t("nothingPlannedNote")}</p>
        </div>
      ) : (
        <>
          <ol className="rows mt-3 border-t border-line" data-plan="">
            {steps.flatMap((step, index) => [
              ...(index === stopsAt ? [<BudgetLine key="budget" budget={plan.budget} />] : []),
              <StepRow key={step.step_id} step={step} left={index >= stopsAt} />,
            ])}
          </ol>
          {isCurrent ? null : <p className="notice mt-4">{t("planChanged")}</p>}
          {stopsAt === 0 && next !== undefined ? (
            <div className="empty mt-4">
              <h3>{t("overBudget")}</h3>
              <p>{t("overBudgetNote", { n: next.credits })}</p>
            </div>
          ) : (
            <Confirm plan={plan} wording={wording} isCurrent={isCurrent} busy={busy} onRun={onRun} />
          )}
        </>
      )}
    </section>
  );
}

/** The issuers and documents that it looks at. */
function Reach({ plan }: { readonly plan: QuestionPlan }) {
  const t = useWords("ask");
  return (
    <dl className="facts text-12/5">
      <dt>{t("planIssuers")}</dt>
      <dd>
        {plan.issuers.map(({ security_code, name }) => (
          <Link className="me-4 text-ink" href={routes.issuer(security_code)} key={security_code}>
            <span className="text-muted tabular-nums">{security_code}</span> <span lang="ja">{name}</span>
          </Link>
        ))}
      </dd>
      <dt>{t("planDocuments")}</dt>
      <dd>
        <ul className="grid gap-y-0.5">
          {plan.documents.map(({ document_id, title, issuer_name, whole_credits }) => (
            <li key={document_id}>
              <Link className="text-ink" href={routes.document(document_id)} lang="ja">
                {title ?? document_id}
              </Link>
              {plan.issuers.length > 1 && issuer_name !== null ? (
                <span className="text-muted" lang="ja">
                  {" "}
                  {issuer_name}
                </span>
              ) : null}
              {whole_credits === null ? null : (
                <span className="ms-2 whitespace-nowrap text-muted">
                  {t("wholeCosts")} <Price min={whole_credits} max={whole_credits} off />
                </span>
              )}
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  );
}

function BudgetLine({ budget }: { readonly budget: number }) {
  const t = useWords("ask");
  return <li className="grid-cols-1 border-t border-rule text-12/5 text-muted">{t("budgetEnds", { n: budget })}</li>;
}

function StepRow({ step, left }: { readonly step: PlanStep; readonly left: boolean }) {
  const t = useWords("ask");
  const locale = useLocale();
  const reason = stepReason(step, t);
  return (
    <li className="grid-cols-[72px_minmax(0,1fr)_auto] max-md:grid-cols-[minmax(0,1fr)_auto]">
      <span className="text-muted max-md:hidden">{stepVerb(step.kind, t)}</span>
      <span className="two min-w-0">
        <b className={left ? "text-muted" : undefined} lang="ja">
          {stepTitle(step, t, locale)}
        </b>
        <span>
          <span className="md:hidden">{stepVerb(step.kind, t) + between(locale)}</span>
          {step.document_title === null ? null : (
            <>
              <span lang="ja">{[step.issuer_name, step.document_title].filter(Boolean).join(" ")}</span>
              {reason === "" ? null : between(locale)}
            </>
          )}
          {reason}
        </span>
      </span>
      <span className="text-end">
        {step.owned ? <OwnedSeal /> : <Price min={step.credits} max={step.credits} off={left} />}
      </span>
    </li>
  );
}

/** The one confirmation: the most that it may cost, what that leaves, and where bought text goes. */
function Confirm(props: Pick<Props, "plan" | "wording" | "isCurrent" | "busy" | "onRun">) {
  const t = useWords("ask");
  const credits = useCredits();
  const cost = useWords("cost");
  const { plan, wording, isCurrent, busy, onRun } = props;
  const { most } = plan;
  const reason = whyNot(most, credits, cost);
  const disabled = reason !== null || !isCurrent;
  return (
    <>
      <p className={wording === null ? "mt-4 text-12/5 text-muted" : "notice mt-4 text-12/5"}>
        {wording === null ? t("wordingNone") : t("wordingSends", { ...wording })}
      </p>
      <div className="total mt-4">
        <span>
          <b className="font-semibold">{t("most")}</b> {t("mostNote", { n: most, budget: plan.budget })}{" "}
          <span className="text-muted">
            {credits === undefined || most === 0
              ? null
              : [
                  credits.balance === null
                    ? null
                    : t("balanceTo", { from: credits.balance, to: credits.balance - most }),
                  t("today", { from: credits.spent_today, to: credits.spent_today + most }),
                ]
                  .filter((each) => each !== null)
                  .join(" ")}
          </span>
          {reason === null ? null : <span className="block">{reason}</span>}
        </span>
        {most === 0 ? (
          <button className="btn" type="button" disabled={!isCurrent || busy} onClick={onRun}>
            {t(busy ? "starting" : "runOwned")}
          </button>
        ) : (
          <span className="paid">
            <button
              className="buy"
              type="button"
              data-paid="answer"
              data-state={busy ? "busy" : undefined}
              aria-busy={busy}
              aria-disabled={disabled || undefined}
              onClick={disabled || busy ? undefined : onRun}
            >
              <span className="verb">
                {t(busy ? "starting" : "run")}
                <span className="comma">, </span>
              </span>
              <Price min={most} max={most} off={disabled} />
            </button>
          </span>
        )}
      </div>
    </>
  );
}

function whyNot(
  most: number,
  credits: ReturnType<typeof useCredits>,
  cost: ReturnType<typeof useWords<"cost">>,
): string | null {
  if (credits === undefined) return null;
  if (credits.balance !== null && credits.balance < most) return cost("tooLittle", { balance: credits.balance });
  if (credits.daily_cap !== null && credits.spent_today + most > credits.daily_cap) {
    return cost("overDaily", { cap: credits.daily_cap });
  }
  if (credits.monthly_cap !== null && credits.spent_month + most > credits.monthly_cap) {
    return cost("overMonthly", { cap: credits.monthly_cap });
  }
  return null;
}
