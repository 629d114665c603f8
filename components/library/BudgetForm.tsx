"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useWords } from "@/lib/next/provider";
import { creditsKey, saveBudget } from "@/lib/next/queries/credits";
import { libraryKeys } from "@/lib/next/queries/library-keys";
import type { Budget } from "@/lib/spending/wire";

/** Caps by day and month, and from which price on a confirmation is asked. Kept and enforced on the server. */
export function BudgetForm({ budget, editing }: { budget: Budget | undefined; editing: boolean }) {
  const t = useWords("library");
  const [open, setOpen] = useState(editing);
  return (
    <section className="min-w-0" aria-labelledby="budget">
      <div className="sect-h">
        <h2 id="budget">{t("budget")}</h2>
      </div>
      {open && budget !== undefined ? (
        <Fields budget={budget} onDone={() => setOpen(false)} />
      ) : (
        <>
          <dl className="facts ruled">
            <dt>{t("capDay")}</dt>
            <dd className="text-end whitespace-nowrap">{budget?.daily_cap ?? t("none")}</dd>
            <dt>{t("capMonth")}</dt>
            <dd className="text-end whitespace-nowrap">{budget?.monthly_cap ?? t("none")}</dd>
            <dt>{t("askFrom")}</dt>
            <dd className="text-end whitespace-nowrap">
              {budget === undefined ? "" : t("credits", { n: budget.confirm_at })}
            </dd>
          </dl>
          <p className="row-acts mt-3">
            <button className="btn" type="button" onClick={() => setOpen(true)}>
              {t("changeBudget")}
            </button>
          </p>
        </>
      )}
    </section>
  );
}

function Fields({ budget, onDone }: { budget: Budget; onDone: () => void }) {
  const t = useWords("library");
  const client = useQueryClient();
  const save = useMutation({
    mutationFn: saveBudget,
    onSuccess: async () => {
      onDone();
      await Promise.all([
        client.invalidateQueries({ queryKey: creditsKey }),
        client.invalidateQueries({ queryKey: libraryKeys.all }),
      ]);
    },
  });
  const [wrong, setWrong] = useState<string | null>(null);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [daily, monthly] = [capOf(form.get("daily")), capOf(form.get("monthly"))];
    const confirmAt = capOf(form.get("confirm"));
    const fault = daily === undefined ? "daily" : monthly === undefined ? "monthly" : !confirmAt ? "confirm" : null;
    setWrong(fault);
    if (daily === undefined || monthly === undefined || !confirmAt) return;
    save.mutate({ daily_cap: daily, monthly_cap: monthly, confirm_at: confirmAt });
  };
  const field = (name: string, label: string, value: number | null) => (
    <p className="field">
      <label htmlFor={`budget-${name}`}>{label}</label>
      <input
        className="input"
        id={`budget-${name}`}
        name={name}
        inputMode="numeric"
        autoComplete="off"
        defaultValue={value ?? ""}
        aria-invalid={wrong === name || undefined}
        aria-describedby={wrong === name ? "budget-wrong" : undefined}
      />
    </p>
  );
  return (
    <form className="[&_.field+.field]:mt-3" onSubmit={submit} noValidate>
      {field("daily", t("capDayField"), budget.daily_cap)}
      {field("monthly", t("capMonthField"), budget.monthly_cap)}
      {field("confirm", t("askFromField"), budget.confirm_at)}
      {wrong === null && !save.isError ? null : (
        <p className="text-12/ui" id="budget-wrong" role="alert">
          {t(save.isError ? "notSaved" : "wholeNumber")}
        </p>
      )}
      <p className="row-acts mt-3">
        <button className="btn go" type="submit" aria-busy={save.isPending || undefined}>
          {t("save")}
        </button>
        <button className="btn" type="button" onClick={onDone}>
          {t("cancel")}
        </button>
      </p>
    </form>
  );
}

/** Empty is no cap; undefined is no number. Full-width digits are digits. */
function capOf(value: FormDataEntryValue | null): number | null | undefined {
  const text = typeof value === "string" ? value.normalize("NFKC").trim() : "";
  if (text === "") return null;
  return /^\d{1,6}$/.test(text) ? Number(text) : undefined;
}
