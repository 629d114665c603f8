"use client";

import { jstMinute } from "@/components/ui/jst-minute.ts";
import type { AnswerRun } from "@/lib/features/ask/record";
import { useLocale, useWords } from "@/lib/next/provider";
import { between } from "@/lib/text/format/between";
import { becauseWords, isRunning } from "./ask-words.ts";

/** The question, how far its run is, what it cost, and the stop. */
export function AnswerHead(props: {
  readonly run: AnswerRun;
  readonly stopping: boolean;
  readonly onStop: () => void;
}) {
  const t = useWords("ask");
  const locale = useLocale();
  const { run, stopping, onStop } = props;
  const running = isRunning(run);
  const planned = run.plan.steps.slice(0, run.plan.stops_at).length;
  const done = run.steps.filter(({ outcome }) => outcome !== "waiting" && outcome !== "running").length;
  const lines = [...run.steps.flatMap(({ ledger }) => ledger), ...run.other_ledger];
  const charged = lines.reduce((sum, { credits }) => sum + (credits ?? 0), 0);
  const open = Math.max(0, run.spent - charged);
  return (
    <>
      <h1 className="max-w-[38em] font-reading text-20/8 font-semibold" lang={run.plan.language}>
        {run.plan.question}
      </h1>
      <div className="mt-2 mb-1 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span role="status">
          <span className={`outcome ${running ? "unknown" : run.state === "done" ? "stored" : "failed"}`}>
            {t(`state_${run.state}`)}
            {running ? between(locale) + t("stepsDone", { done: Math.min(done, planned), all: planned }) : null}
          </span>
        </span>
        <span className="text-12/5">
          {run.budget === 0 ? t("spentNone") : t("spent", { n: charged, budget: run.budget })}
          {open === 0 ? null : ` ${t("mayBeCharged", { n: open })}`}
        </span>
        <span className="text-12/5 text-muted tabular-nums">{jstMinute(run.asked_at)}</span>
        {running ? (
          <button className="btn sm ms-auto max-md:ms-0" type="button" disabled={stopping} onClick={onStop}>
            {t(stopping ? "stopping" : "stop")}
          </button>
        ) : null}
      </div>
      <p className="text-12/5 text-muted">{running ? t("stopNote") : becauseWords(run, t)}</p>
    </>
  );
}
