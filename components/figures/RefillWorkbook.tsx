"use client";

import { useState } from "react";
import { PaidAction } from "@/components/cost";
import { saveFile } from "@/components/ui/save-file.ts";
import { originalPrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { problemOf, sendFile } from "@/lib/next/queries/own-api";
import type { RefillPlan } from "@/lib/reading/refill";
import { api } from "@/lib/routes";

type State =
  | { readonly name: "idle" | "reading" }
  | { readonly name: "planned" | "downloading"; readonly plan: RefillPlan }
  | { readonly name: "refused"; readonly words: "withoutKeys" | "tooLarge" | "unreadable" | "failed" };

/** Refills an exported workbook with the newest figures. What it would cost is shown before anything is bought. */
export function RefillWorkbook() {
  const t = useWords("refill");
  const [file, setFile] = useState<File>();
  const [state, setState] = useState<State>({ name: "idle" });
  const refuse = (error: unknown) => setState({ name: "refused", words: reasonOf(problemOf(error).code) });
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    setFile(chosen);
    setState({ name: "reading" });
    try {
      const plan = (await (await sendFile(api.refillPlan(), chosen)).json()) as RefillPlan;
      setState({ name: "planned", plan });
    } catch (error) {
      refuse(error);
    }
  };
  const download = async (chosen: File, plan: RefillPlan) => {
    setState({ name: "downloading", plan });
    try {
      saveFile(await (await sendFile(api.refill(), chosen)).blob(), chosen.name);
      setState({ name: "planned", plan });
    } catch (error) {
      refuse(error);
    }
  };
  const plan = "plan" in state ? state.plan : undefined;
  return (
    <section
      className="mt-8 min-w-0 max-w-160 print:hidden"
      aria-labelledby="refill"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void read(event.dataTransfer.files[0]);
      }}
    >
      <h2 className="text-16/6 font-semibold" id="refill">
        {t("title")}
      </h2>
      <p className="mb-3 text-muted">{t("lead")}</p>
      <label className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="btn sm relative focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-ai">
          {t("choose")}
          <input
            className="absolute inset-0 w-full cursor-pointer opacity-0"
            type="file"
            accept=".xlsx"
            onChange={(event) => {
              void read(event.target.files?.[0]);
              // The same file may be given again.
              event.target.value = "";
            }}
          />
        </span>
        <span className="text-12 [overflow-wrap:anywhere] text-muted">{file?.name ?? t("drop")}</span>
      </label>
      <div className="mt-3 grid justify-items-start gap-2" role="status">
        {state.name === "reading" ? <p>{t("reading")}</p> : null}
        {state.name === "refused" ? <p className="outcome failed">{t(state.words)}</p> : null}
        {plan === undefined ? null : (
          <p>
            {plan.added + plan.changed === 0 ? t("upToDate") : t("ready", { n: plan.added, changed: plan.changed })}
          </p>
        )}
        {plan === undefined || plan.kept === 0 ? null : <p>{t("kept", { n: plan.kept })}</p>}
        {plan?.apart == null ? null : <p>{t("apart", { sheet: plan.apart })}</p>}
      </div>
      {plan === undefined || file === undefined ? null : (
        <div className="mt-3 grid justify-items-start gap-3">
          {plan.toBuy.length === 0 ? null : (
            <>
              <p>{t("toBuy", { n: plan.toBuy.length, price: plan.toBuy.length * originalPrice.max })}</p>
              <ul className="grid gap-2">
                {plan.toBuy.map((each) => (
                  <li className="grid justify-items-start gap-1" key={each.documentId}>
                    <span lang={each.language ?? "ja"}>
                      {[each.issuerName, each.title ?? each.documentId].filter(Boolean).join(" ")}
                    </span>
                    <PaidAction
                      action={{ kind: "original", document_id: each.documentId, original_id: each.originalId }}
                      verb={t("buy")}
                      busyVerb={t("buying")}
                      price={originalPrice}
                      subject={t("subject", { title: each.title ?? each.documentId })}
                      subjectLang={each.language ?? "ja"}
                      onBought={() => void read(file)}
                    />
                  </li>
                ))}
              </ul>
            </>
          )}
          {plan.added + plan.changed === 0 ? null : (
            <button
              className="btn"
              type="button"
              aria-disabled={state.name === "downloading"}
              onClick={() => (state.name === "downloading" ? undefined : void download(file, plan))}
            >
              {state.name === "downloading" ? t("downloading") : t("download")}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function reasonOf(code: string): Extract<State, { name: "refused" }>["words"] {
  if (code === "workbook_without_keys") return "withoutKeys";
  if (code === "payload_too_large") return "tooLarge";
  return code === "workbook_unreadable" ? "unreadable" : "failed";
}
