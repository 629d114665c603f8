"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { AskTabs } from "@/components/AskTabs.tsx";
import { ErrorInPlace } from "@/components/errors";
import type { QuestionPlan, QuestionRequest } from "@/lib/features/ask/record";
import { useWords } from "@/lib/next/provider";
import { answersKey, planAnswer, startAnswer } from "@/lib/next/queries/answers";
import { creditsKey } from "@/lib/next/queries/credits";
import { problemOf } from "@/lib/next/queries/own-api";
import { askRoutes } from "@/lib/routes";
import type { AppProblem } from "@/lib/spending/wire";
import { AskForm } from "./AskForm.tsx";
import type { AskedForm, WordingEndpoint } from "./asked-form.ts";
import { EarlierQuestions } from "./EarlierQuestions.tsx";
import { PlanView } from "./PlanView.tsx";

interface Props {
  readonly initial: AskedForm;
  /** Named before a run, since bought text is sent there. */
  readonly wording: WordingEndpoint | null;
}

/** A question, its free plan, and the one confirmation that runs it. Opening a link plans and buys nothing. */
export function AskPage({ initial, wording }: Props) {
  const t = useWords("ask");
  const router = useRouter();
  const client = useQueryClient();
  const [form, setForm] = useState(initial);
  const [planned, setPlanned] = useState<{ readonly plan: QuestionPlan; readonly of: AskedForm }>();
  const [problem, setProblem] = useState<AppProblem>();
  const [busy, setBusy] = useState<"planning" | "starting">();
  const heading = useRef<HTMLHeadingElement>(null);
  // The plan is what was asked for, so it is read next.
  useEffect(() => {
    if (planned !== undefined) heading.current?.focus({ preventScroll: true });
  }, [planned]);
  const during = async (what: "planning" | "starting", action: () => Promise<void>) => {
    setBusy(what);
    setProblem(undefined);
    try {
      await action();
    } catch (error) {
      setProblem(problemOf(error));
      setBusy(undefined);
    }
  };
  const plan = (wholeMarket = false) =>
    during("planning", async () => {
      const request = { ...requestOf(form), ...(wholeMarket ? { whole_market: true as const } : {}) };
      setPlanned({ plan: await planAnswer(request), of: form });
      setBusy(undefined);
    });
  const start = ({ plan_id, most }: QuestionPlan) =>
    during("starting", async () => {
      const run = await startAnswer({ plan_id, max_credits: most });
      await Promise.all([
        client.invalidateQueries({ queryKey: answersKey }),
        client.invalidateQueries({ queryKey: creditsKey }),
      ]);
      router.push(askRoutes.answer(run.answer_id));
    });
  return (
    <main className="page [&>*]:max-w-240" id="main">
      <AskTabs here="ask" words={form.question} />
      <p className="mb-3 text-muted">{t("lead")}</p>
      <AskForm form={form} onChange={setForm} onPlan={() => void plan()} busy={busy === "planning"} />
      {problem === undefined ? null : (
        <div className="mt-6">
          <ErrorInPlace problem={problem} heading="h2" onRetry={() => void plan()} />
        </div>
      )}
      {planned === undefined ? null : (
        <PlanView
          plan={planned.plan}
          headingRef={heading}
          isCurrent={planned.of === form}
          wording={wording}
          busy={busy !== undefined}
          onRun={() => void start(planned.plan)}
          onWholeMarket={() => void plan(true)}
        />
      )}
      <EarlierQuestions />
    </main>
  );
}

function requestOf({ question, issuers, budget }: AskedForm): QuestionRequest {
  return {
    question: question.trim(),
    budget,
    ...(issuers.length === 0 ? {} : { security_codes: issuers.map(({ code }) => code) }),
  };
}
