"use client";

import { useId } from "react";
import { budgetMax } from "@/lib/features/ask/bounds";
import { useWords } from "@/lib/next/provider";
import type { AskedForm } from "./asked-form.ts";
import { IssuerField } from "./IssuerField.tsx";

interface Props {
  readonly form: AskedForm;
  readonly onChange: (form: AskedForm) => void;
  readonly onPlan: () => void;
  readonly busy: boolean;
}

/** Sending it plans, which is free. */
export function AskForm({ form, onChange, onPlan, busy }: Props) {
  const t = useWords("ask");
  const base = useId();
  const ready = form.question.trim().length >= 2;
  return (
    <form
      className="grid grid-cols-[minmax(0,1fr)_160px] gap-x-6 gap-y-4 max-md:grid-cols-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (ready && !busy) onPlan();
      }}
    >
      <div className="field col-span-full">
        <label htmlFor={`${base}-question`}>{t("question")}</label>
        <textarea
          className="input h-auto min-h-18 resize-y px-3 py-2 text-16/6"
          id={`${base}-question`}
          lang="ja"
          rows={2}
          maxLength={1_000}
          placeholder={t("questionHint")}
          value={form.question}
          onChange={(event) => onChange({ ...form, question: event.target.value })}
          onKeyDown={(event) => {
            // Enter is the input method's while it composes (229 where a browser doesn't say so), and begins a line with Shift.
            if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229)
              return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
      </div>
      <IssuerField issuers={form.issuers} onChange={(issuers) => onChange({ ...form, issuers })} />
      <div className="field content-start">
        <label htmlFor={`${base}-budget`}>{t("budget")}</label>
        <input
          className="input tabular-nums"
          id={`${base}-budget`}
          type="number"
          inputMode="numeric"
          min={0}
          max={budgetMax}
          step={1}
          value={Number.isNaN(form.budget) ? "" : form.budget}
          required
          onChange={(event) => onChange({ ...form, budget: event.target.valueAsNumber })}
        />
      </div>
      <p className="col-span-full flex flex-wrap items-center gap-3">
        <button className="btn" type="submit" disabled={!ready || busy} aria-busy={busy}>
          {t(busy ? "planning" : "plan")}
        </button>
        <span className="text-12/5 text-muted">{t("planFree")}</span>
      </p>
    </form>
  );
}
