"use client";

import { useRef, useState } from "react";
import { ErrorInPlace } from "@/components/errors";
import { AskTabs } from "@/components/ui/PlaceTabs.tsx";
import { useWords } from "@/lib/next/provider";
import { type Checked, checkText } from "@/lib/next/queries/check";
import { problemOf } from "@/lib/next/queries/own-api";
import type { AppProblem } from "@/lib/spending/wire";
import { CheckedView } from "./CheckedView.tsx";
import { DraftForm } from "./DraftForm.tsx";

type Stage =
  | { readonly name: "writing" }
  | { readonly name: "checking"; readonly before?: Checked | undefined }
  | { readonly name: "failed"; readonly problem: AppProblem }
  | { readonly name: "checked"; readonly checked: Checked };

/** A draft, and what owned filings say of its quotations and figures. Checking is free; only its plan has a price. */
export function CheckPage() {
  const t = useWords("check");
  const [text, setText] = useState("");
  const [stage, setStage] = useState<Stage>({ name: "writing" });
  const running = useRef<AbortController>(undefined);
  const check = async () => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setStage({ name: "checking", before: stage.name === "checked" ? stage.checked : undefined });
    try {
      const checked = await checkText(text, signal);
      if (!signal.aborted) setStage({ name: "checked", checked });
    } catch (error) {
      if (!signal.aborted) setStage({ name: "failed", problem: problemOf(error) });
    }
  };
  const edit = () => {
    running.current?.abort();
    setStage({ name: "writing" });
  };
  const shown = stage.name === "checked" ? stage.checked : stage.name === "checking" ? stage.before : undefined;
  return (
    <main className="page" id="main">
      <AskTabs here="check" words="" />
      {shown === undefined ? (
        <>
          <DraftForm text={text} onText={setText} onCheck={() => void check()} busy={stage.name === "checking"} />
          {stage.name === "failed" ? (
            <div className="mt-6">
              <ErrorInPlace problem={stage.problem} heading="h2" onRetry={() => void check()} />
            </div>
          ) : null}
        </>
      ) : (
        <CheckedView checked={shown} onEdit={edit} onBought={() => void check()} />
      )}
      <p className="sr-only" role="status">
        {stage.name === "checking" ? t("checking") : stage.name === "checked" ? t("done") : ""}
      </p>
    </main>
  );
}
