"use client";

import { PaidAction, Price } from "@/components/cost";
import type { CheckPlan } from "@/lib/features/check/check-draft";
import { useWords } from "@/lib/next/provider";
import type { PurchaseAction } from "@/lib/spending/wire";

/** Sections that may decide the rest, line by line, with one total and one confirmation. */
export function CheckPlanTotal({ plan, onBought }: { readonly plan: CheckPlan; readonly onBought: () => void }) {
  const t = useWords("check");
  const [first] = plan.lines;
  if (first === undefined) return null;
  const n = new Set(plan.lines.flatMap(({ claims }) => claims)).size;
  const action: PurchaseAction =
    plan.lines.length === 1 ? first.action : { kind: "basket", lines: plan.lines.map((line) => line.action) };
  return (
    <section className="mt-8 print:hidden" aria-labelledby="check-plan">
      <div className="sect-h">
        <h2 id="check-plan">{t("planHead")}</h2>
      </div>
      <ul className="rows">
        {plan.lines.map(({ document_id, title, sections, claims, credits }) => (
          <li key={document_id} className="grid-cols-[minmax(0,1fr)_auto]">
            <span className="two">
              <b lang="ja">{title ?? document_id}</b>
              <span>
                <span lang="ja">{sections.map((section) => section.title ?? section.section_id).join("・")}</span>{" "}
                {t("decides", { n: claims.length })}
              </span>
            </span>
            <Price min={credits} max={credits} />
          </li>
        ))}
      </ul>
      <div className="total">
        <span>{t("planTotal", { n })}</span>
        <PaidAction
          action={action}
          verb={t("decide")}
          busyVerb={t("deciding")}
          price={{ min: plan.credits, max: plan.credits }}
          subject={t("planTotal", { n })}
          onBought={onBought}
        />
      </div>
    </section>
  );
}
