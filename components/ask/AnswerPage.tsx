"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { ErrorInPlace } from "@/components/errors";
import { Link } from "@/components/ui/Link.tsx";
import type { AnswerRun } from "@/lib/features/ask/record";
import { useWords } from "@/lib/next/provider";
import { answerQuery, stopAnswer } from "@/lib/next/queries/answers";
import { creditsKey } from "@/lib/next/queries/credits";
import { libraryKeys } from "@/lib/next/queries/library-keys";
import { problemOf } from "@/lib/next/queries/own-api";
import { ownedKeys } from "@/lib/next/queries/owned";
import { askRoutes } from "@/lib/routes";
import type { AppProblem } from "@/lib/spending/wire";
import { AnswerHead } from "./AnswerHead.tsx";
import { isRunning } from "./ask-words.ts";
import type { WordingEndpoint } from "./asked-form.ts";
import { DossierPart } from "./DossierPart.tsx";
import { FigureTable } from "./FigureTable.tsx";
import { MissingParts } from "./MissingParts.tsx";
import { NoPassages } from "./NoPassages.tsx";
import { NotLookedAt } from "./NotLookedAt.tsx";
import { PassageList } from "./PassageList.tsx";
import { RunSteps } from "./RunSteps.tsx";
import { WordedAnswer } from "./WordedAnswer.tsx";

interface Props {
  readonly answerId: string;
  readonly wording: WordingEndpoint | null;
  readonly sources: ReactNode;
}

/** An answer: while it runs, its steps; then figures, passages with receipts, what was left out, and the dossier. */
export function AnswerPage({ answerId, wording, sources }: Props) {
  const t = useWords("ask");
  const { data: run, error, refetch } = useQuery(answerQuery(answerId));
  useMoneyAfter(run);
  useSourcesAfter(run);
  const [stopping, setStopping] = useState(false);
  const [problem, setProblem] = useState<AppProblem>();
  const stop = async () => {
    setStopping(true);
    try {
      await stopAnswer(answerId);
      await refetch();
    } catch (failure) {
      setProblem(problemOf(failure));
      setStopping(false);
    }
  };
  if (run === undefined) {
    const failure = error === null ? undefined : problemOf(error);
    return (
      <main className="page [&>*]:max-w-240" id="main">
        {failure === undefined ? (
          <p className="text-muted" role="status">
            {t("loading")}
          </p>
        ) : failure.status === 404 ? (
          <Missing />
        ) : (
          <ErrorInPlace problem={failure} heading="h1" onRetry={() => void refetch()} />
        )}
      </main>
    );
  }
  const running = isRunning(run);
  return (
    <main className="page [&>*]:max-w-240" id="main">
      <AnswerHead run={run} stopping={stopping} onStop={() => void stop()} />
      {error === null ? null : <ErrorInPlace problem={problemOf(error)} heading="h2" onRetry={() => void refetch()} />}
      {problem === undefined ? null : <ErrorInPlace problem={problem} heading="h2" onRetry={() => void stop()} />}
      {running ? null : <Result run={run} wording={wording} />}
      {sources}
      {running ? (
        <RunSteps run={run} />
      ) : (
        <>
          <details
            className="mt-8 border-t border-line pt-3"
            open={run.state !== "done" || run.passages.length + run.figures.length === 0}
          >
            <summary className="cursor-pointer">{t("costAndSteps", { n: run.spent, steps: run.steps.length })}</summary>
            <RunSteps run={run} />
            <NotLookedAt of={run.not_looked_at} />
          </details>
          <details className="mt-3 border-t border-line pt-3">
            <summary className="cursor-pointer">
              {run.passages.length === 0 ? t("proofOfFigures") : t("proofFolded", { n: run.passages.length })}
            </summary>
            <DossierPart answerId={run.answer_id} />
          </details>
        </>
      )}
      <p className="mt-8 text-12/5 print:hidden">
        <Link
          href={askRoutes.page({
            question: run.plan.question,
            issuer: run.plan.issuers.map(({ security_code }) => security_code),
            budget: run.budget,
          })}
        >
          {t("askAgain")}
        </Link>
      </p>
    </main>
  );
}

function Result({ run, wording }: { readonly run: AnswerRun; readonly wording: WordingEndpoint | null }) {
  const t = useWords("ask");
  if (run.passages.length === 0 && run.figures.length === 0)
    return (
      <>
        <NoPassages of={run} />
        {(run.missing ?? []).length === 0 ? null : <MissingParts of={run} />}
      </>
    );
  return (
    <>
      {run.holds ? null : <MissingParts of={run} />}
      <FigureTable figures={run.figures} plan={run.plan} />
      {run.wording === undefined ? (
        wording === null || run.passages.length === 0 ? null : (
          <p className="mt-6 text-12/5 text-muted">{t("noWording")}</p>
        )
      ) : (
        <WordedAnswer sentences={run.wording.sentences} />
      )}
      {run.passages.length === 0 ? null : <PassageList passages={run.passages} words={run.plan.words ?? []} />}
    </>
  );
}

function Missing() {
  const t = useWords("ask");
  return (
    <div className="err">
      <h1>{t("missingTitle")}</h1>
      <p>{t("missing")}</p>
    </div>
  );
}

/** The gauge and the library follow each charge. */
function useMoneyAfter(run: AnswerRun | undefined): void {
  const client = useQueryClient();
  const spent = run?.spent ?? 0;
  const ended = run !== undefined && !isRunning(run);
  useEffect(() => {
    if (spent === 0) return;
    for (const queryKey of [creditsKey, libraryKeys.all, ownedKeys.all]) void client.invalidateQueries({ queryKey });
  }, [client, spent, ended]);
}

/** The page's server part wrote the sources of what had been found when it was opened. */
function useSourcesAfter(run: AnswerRun | undefined): void {
  const router = useRouter();
  const wasRunning = useRef(false);
  const running = run === undefined ? undefined : isRunning(run);
  useEffect(() => {
    if (running === false && wasRunning.current) router.refresh();
    wasRunning.current = running === true;
  }, [running, router]);
}
