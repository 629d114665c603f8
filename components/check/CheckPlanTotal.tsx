"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { PaidActionIn, Price, usePurchase } from "@/components/cost";
import type { CheckPlan } from "@/lib/features/check/check-draft";
import { useWords } from "@/lib/next/provider";
import { stopRun } from "@/lib/next/queries/basket";
import type { PurchaseAction } from "@/lib/spending/wire";

/** The one total of the plan and its one confirmation. It follows while the draft is read, and ends above the plan's lines. */
export function CheckPlanTotal({ plan, onBought }: { readonly plan: CheckPlan; readonly onBought: () => void }) {
  const t = useWords("check");
  const n = new Set(plan.lines.flatMap(({ claims }) => claims)).size;
  const subject = t("planTotal", { n });
  const purchase = usePurchase({ subject: { text: subject, lang: undefined }, onBought });
  const { stage } = purchase;
  const [first] = plan.lines;
  if (first === undefined) return null;
  const action: PurchaseAction =
    plan.lines.length === 1 ? first.action : { kind: "basket", lines: plan.lines.map((line) => line.action) };
  const runId = stage.name === "running" && action.kind === "basket" ? stage.view?.purchase_id : undefined;
  return (
    <div className="total">
      <span>{subject}</span>
      <PaidActionIn
        purchase={purchase}
        action={action}
        verb={t("decide")}
        busyVerb={t("deciding")}
        price={{ min: plan.credits, max: plan.credits }}
        subject={subject}
      />
      {runId === undefined ? null : <StopButton key={runId} purchaseId={runId} />}
    </div>
  );
}

function StopButton({ purchaseId }: { readonly purchaseId: string }) {
  const t = useWords("check");
  const client = useQueryClient();
  const [isAsked, setAsked] = useState(false);
  return (
    <span className="order-4 col-span-full flex flex-wrap items-center justify-end gap-3 text-12/5">
      <span className="text-muted">{t("stopNote")}</span>
      <button
        className="btn sm"
        type="button"
        disabled={isAsked}
        onClick={() => {
          setAsked(true);
          stopRun(client, purchaseId).catch(() => setAsked(false));
        }}
      >
        {t("stop")}
      </button>
    </span>
  );
}

/** Sections that may decide the rest, line by line. */
export function CheckPlanLines({ plan }: { readonly plan: CheckPlan }) {
  const t = useWords("check");
  return (
    <section className="mt-4 print:hidden" aria-labelledby="check-plan">
      <div className="sect-h">
        <h2 id="check-plan">{t("planHead")}</h2>
      </div>
      <ul className="rows">
        {plan.lines.map(({ document_id, title, sections, claims, credits }) => (
          <li key={document_id} className="grid-cols-[minmax(0,1fr)_auto]">
            <span className="two">
              <b lang="ja">{title ?? document_id}</b>
              <span>
                {sections.length === 0 ? (
                  t("package")
                ) : (
                  <span lang="ja">{sections.map((section) => section.title ?? section.section_id).join("・")}</span>
                )}{" "}
                {t("decides", { n: claims.length })}
              </span>
            </span>
            <Price min={credits} max={credits} />
          </li>
        ))}
      </ul>
    </section>
  );
}
