"use client";

import { useRef, useState } from "react";
import { ErrorInPlace } from "@/components/errors";
import { AskTabs } from "@/components/ui/PlaceTabs.tsx";
import { useWords } from "@/lib/next/provider";
import { type Checked, checkAgain, checkFile, checkText } from "@/lib/next/queries/check";
import { problemOf } from "@/lib/next/queries/own-api";
import type { AppProblem } from "@/lib/spending/wire";
import { CheckedView } from "./CheckedView.tsx";
import { DraftForm } from "./DraftForm.tsx";
import { fileRefusalKey } from "./file-refusal.ts";

type Stage =
  | { readonly name: "writing" }
  | { readonly name: "checking"; readonly before?: Checked | undefined }
  | { readonly name: "failed"; readonly problem: AppProblem }
  | { readonly name: "checked"; readonly checked: Checked };

type Ask = (signal: AbortSignal) => Promise<Checked>;

/** A draft, and what owned filings say of its quotations and figures. Checking is free; only its plan has a price. */
export function CheckPage() {
  const t = useWords("check");
  const [text, setText] = useState("");
  const [file, setFile] = useState<File>();
  const [stage, setStage] = useState<Stage>({ name: "writing" });
  const running = useRef<AbortController>(undefined);
  const run = async (ask: Ask) => {
    running.current?.abort();
    const { signal } = (running.current = new AbortController());
    setStage({ name: "checking", before: stage.name === "checked" ? stage.checked : undefined });
    try {
      const checked = await ask(signal);
      if (!signal.aborted) setStage({ name: "checked", checked });
    } catch (error) {
      if (!signal.aborted) setStage({ name: "failed", problem: problemOf(error) });
    }
  };
  const check = () => void run((signal) => (file === undefined ? checkText(text, signal) : checkFile(file, signal)));
  const choose = (chosen: File) => {
    setFile(chosen);
    void run((signal) => checkFile(chosen, signal));
  };
  const edit = () => {
    running.current?.abort();
    setStage({ name: "writing" });
  };
  const shown = stage.name === "checked" ? stage.checked : stage.name === "checking" ? stage.before : undefined;
  const refused = stage.name === "failed" && file !== undefined ? fileRefusalKey(stage.problem) : undefined;
  return (
    <main className="page" id="main">
      <AskTabs here="check" words="" />
      {shown === undefined ? (
        <>
          <DraftForm
            text={text}
            file={file}
            busy={stage.name === "checking"}
            onText={setText}
            onFile={choose}
            onNoFile={() => {
              setFile(undefined);
              edit();
            }}
            onCheck={check}
          />
          {stage.name !== "failed" ? null : refused === undefined ? (
            <div className="mt-6">
              <ErrorInPlace problem={stage.problem} heading="h2" onRetry={check} />
            </div>
          ) : (
            <p className="say mt-6 max-w-240" role="alert">
              {t(refused)}
            </p>
          )}
        </>
      ) : (
        <CheckedView
          checked={shown}
          name={file?.name}
          onEdit={edit}
          onBought={() => void run((signal) => checkAgain(shown.draft, signal))}
        />
      )}
      <p className="sr-only" role="status">
        {stage.name === "checking" ? t("checking") : stage.name === "checked" ? t("done") : ""}
      </p>
    </main>
  );
}
