"use client";

import { useState } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { decidePlan } from "@/lib/next/queries/agents";
import { OwnApiError } from "@/lib/next/queries/own-api";
import { agentRoutes, routes } from "@/lib/routes";
import type { ApprovalView } from "@/lib/spending/programs/approvals";
import { between } from "@/lib/text/format/between";
import { type AgentProblem, problemWord } from "./agent-problem.ts";
import { PlannedAction } from "./PlannedAction.tsx";

interface Props {
  readonly plan: ApprovalView;
  /** The section titles of the plan, where the library knows the document's contents. */
  readonly sections: readonly string[];
}

/** A program's plan with its price, and the decision of a person. Approving buys nothing by itself. */
export function AgentPlan({ plan, sections }: Props) {
  const t = useWords("agents");
  const locale = useLocale();
  const [state, setState] = useState(plan.state);
  const [problem, setProblem] = useState<AgentProblem>();
  const decide = async (decision: "approved" | "declined") => {
    setProblem(undefined);
    try {
      await decidePlan(plan.approval_id, decision);
      setState(decision);
    } catch (error) {
      setProblem(problemWord(error instanceof OwnApiError ? error.problem.code : ""));
    }
  };
  const { action } = plan;
  return (
    <section className="max-w-prose" aria-labelledby="plan-head">
      <h1 className="h-page" id="plan-head">
        {t("planTitle")}
      </h1>
      <dl className="facts mt-4">
        <dt>{t("planWhat")}</dt>
        <dd>
          {"document_id" in action ? (
            <Link href={routes.document(action.document_id)}>
              <PlannedAction {...plan} />
            </Link>
          ) : (
            <PlannedAction {...plan} />
          )}
          {plan.issuer_name === null ? null : <span className="text-muted"> {plan.issuer_name}</span>}
          {sections.length === 0 ? null : (
            <ul className="text-12/ui" lang="ja">
              {sections.map((title) => (
                <li key={title}>{title}</li>
              ))}
            </ul>
          )}
        </dd>
        <dt>{t("planPrice")}</dt>
        <dd>{t("atMost", { n: plan.credits_max })}</dd>
        <dt>{t("planBy")}</dt>
        <dd>
          {plan.token_name}
          {plan.task_title === null ? null : between(locale) + plan.task_title}
        </dd>
      </dl>
      <p className={problem === undefined ? "sr-only" : "say mt-3"} role="alert">
        {problem === undefined ? "" : t(problem)}
      </p>
      {state === "asked" ? (
        <>
          <p className="mt-4 text-12/ui text-muted">{t("planNote")}</p>
          <p className="row-acts mt-3">
            <button className="btn" type="button" onClick={() => void decide("approved")}>
              {t("approve", { n: plan.credits_max })}
            </button>
            <button className="btn" type="button" onClick={() => void decide("declined")}>
              {t("decline")}
            </button>
          </p>
        </>
      ) : (
        <p className="say mt-4" role="status">
          {t(`plan_${state}`)}
        </p>
      )}
      <p className="mt-6">
        <Link href={agentRoutes.page()}>{t("back")}</Link>
      </p>
    </section>
  );
}
