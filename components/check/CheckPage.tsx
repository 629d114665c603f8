"use client";

import { useEffect, useRef, useState } from "react";
import { AskTabs } from "@/components/AskTabs.tsx";
import { ErrorInPlace } from "@/components/errors";
import { useWords } from "@/lib/next/provider";
import { type Checked, checkAgain, checkFile, checkText, openStored, type StoredFacts } from "@/lib/next/queries/check";
import { problemOf } from "@/lib/next/queries/own-api";
import type { AppProblem } from "@/lib/spending/wire";
import { CheckedView } from "./CheckedView.tsx";
import { DraftForm } from "./DraftForm.tsx";
import { textOf } from "./draft-marks.ts";
import { fileRefusalKey } from "./file-refusal.ts";
import { StoredPart } from "./StoredPart.tsx";

type Stage =
  | { readonly name: "writing" }
  | { readonly name: "checking"; readonly before?: Checked | undefined }
  | { readonly name: "failed"; readonly problem: AppProblem }
  | { readonly name: "checked"; readonly checked: Checked };

type Ask = (signal: AbortSignal) => Promise<Checked & { readonly stored?: StoredFacts }>;

/** A draft, and what owned filings say of its quotations and figures. Checking is free; only its plan has a price. */
export function CheckPage({ storedId }: { readonly storedId?: string | undefined }) {
  const t = useWords("check");
  const [text, setText] = useState("");
  const [file, setFile] = useState<File>();
  const [stage, setStage] = useState<Stage>(storedId === undefined ? { name: "writing" } : { name: "checking" });
  const [stored, setStored] = useState<StoredFacts>();
  const running = useRef<AbortController>(undefined);
  const show = (ask: Ask, { signal }: AbortController) =>
    ask(signal).then(
      (checked) => {
        if (signal.aborted) return;
        setStored(checked.stored);
        setStage({ name: "checked", checked });
      },
      (error: unknown) => {
        if (!signal.aborted) setStage({ name: "failed", problem: problemOf(error) });
      },
    );
  const run = (ask: Ask) => {
    running.current?.abort();
    setStage((before) => ({ name: "checking", before: before.name === "checked" ? before.checked : undefined }));
    void show(ask, (running.current = new AbortController()));
  };
  const open = (checkId: string) => run((signal) => openStored(checkId, signal));
  const check = () => {
    if (storedId !== undefined && text === "" && file === undefined) open(storedId);
    else run((signal) => (file === undefined ? checkText(text, signal) : checkFile(file, signal)));
  };
  const choose = (chosen: File) => {
    setFile(chosen);
    run((signal) => checkFile(chosen, signal));
  };
  useEffect(() => {
    const first = (running.current = new AbortController());
    if (storedId !== undefined) void show((signal) => openStored(storedId, signal), first);
    return () => running.current?.abort();
  }, [storedId]);
  const edit = () => {
    running.current?.abort();
    if (stage.name === "checked" && text === "" && file === undefined) setText(textOf(stage.checked.draft));
    setStored(undefined);
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
          // What is bought for a stored check decides its own draft.
          onBought={() =>
            stored === undefined ? run((signal) => checkAgain(shown.draft, signal)) : open(stored.check_id)
          }
        >
          <StoredPart checked={shown} file={file} stored={stored} onStored={setStored} />
        </CheckedView>
      )}
      <p className="sr-only" role="status">
        {stage.name === "checking" ? t("checking") : stage.name === "checked" ? t("done") : ""}
      </p>
    </main>
  );
}
