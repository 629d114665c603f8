"use client";

import { useQuery } from "@tanstack/react-query";
import { Link } from "@/components/ui/Link.tsx";
import type { AgentFacts } from "@/lib/features/programs/facts";
import { useWords } from "@/lib/next/provider";
import { agentsKey, agentsQuery, serveWithThisKey } from "@/lib/next/queries/agents";
import { useChange } from "@/lib/next/queries/use-change";
import { agentRoutes } from "@/lib/routes";
import { problemWord } from "./agent-problem.ts";
import { PlannedAction } from "./PlannedAction.tsx";
import { TaskList } from "./TaskList.tsx";
import { TokenForm } from "./TokenForm.tsx";
import { TokenList } from "./TokenList.tsx";

/** Tokens, tasks and waiting plans of the owner's programs. */
export function AgentAccess({ facts: initial, address }: { readonly facts: AgentFacts; readonly address: string }) {
  const t = useWords("agents");
  const { data: facts } = useQuery(agentsQuery(initial));
  const { problem, run } = useChange(agentsKey);
  return (
    <>
      <p className="max-w-prose text-13/5">{t("lead")}</p>
      <p className="mt-2 text-12/ui text-muted">
        {t("address")} <code className="font-mono break-all select-all">{address}</code>
      </p>
      <p className={problem === undefined ? "sr-only" : "say mt-3"} role="alert">
        {problem === undefined ? "" : t(problemWord(problem))}
      </p>
      {facts.plans.length === 0 ? null : (
        <section className="mt-6" aria-labelledby="plans-head">
          <div className="sect-h">
            <h2 id="plans-head">{t("plans")}</h2>
          </div>
          <ul className="rows">
            {facts.plans.map((plan) => (
              <li key={plan.approval_id} className="grid-cols-[minmax(0,1fr)_auto] items-center">
                <span>
                  <Link href={agentRoutes.approval(plan.approval_id)}>
                    <PlannedAction {...plan} />
                  </Link>
                  <br />
                  <span className="text-12/ui text-muted">{t("askedBy", { token: plan.token_name })}</span>
                </span>
                <span>{t("atMost", { n: plan.credits_max })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="mt-6 grid grid-cols-2 gap-x-12 max-md:block">
        <div>
          <KeyState facts={facts} onUse={() => void run(serveWithThisKey)} />
          <TokenList tokens={facts.tokens} run={run} />
          <TaskList tasks={facts.tasks} run={run} />
        </div>
        <TokenForm needsConsent={facts.key !== "kept"} run={run} />
      </div>
    </>
  );
}

/** Which key serves the tokens, and what becomes of it. */
function KeyState({ facts, onUse }: { readonly facts: AgentFacts; onUse(): void }) {
  const t = useWords("agents");
  if (facts.key === "none") return null;
  if (facts.key === "kept" && facts.otherKey === null) return <p className="text-12/ui text-muted">{t("keyKept")}</p>;
  return (
    <div className="say border-amber">
      <p className="text-12/ui">
        {facts.otherKey === null ? t("keyGone") : t("otherKey", { fingerprint: facts.otherKey })}
      </p>
      <p className="text-12/ui">{t("consentText")}</p>
      <button className="btn mt-2" type="button" onClick={onUse}>
        {t("useThisKey")}
      </button>
    </div>
  );
}
