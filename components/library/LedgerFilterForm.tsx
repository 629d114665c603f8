"use client";

import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import { useWords } from "@/lib/i18n/provider";
import { routes } from "@/lib/routes";
import { filtersToQuery, kinds, type LedgerFilters, states } from "./ledger-filters.ts";

/** The filters of the ledger. They live in the address, so that a filtered ledger can be kept and sent. */
export function LedgerFilterForm({ filters, labels }: { filters: LedgerFilters; labels: readonly string[] }) {
  const t = useWords("library");
  const router = useRouter();
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    const next = {
      ...filters,
      ...{ from: text("from"), until: text("until"), kind: text("kind"), state: text("state") },
      ...{ label: text("label"), code: text("code").trim(), row: "" },
    };
    router.replace(routes.ledger(filtersToQuery(next)), { scroll: false });
  };
  return (
    <form className="ledger-filters" onSubmit={apply} key={JSON.stringify(filters)}>
      <p className="field">
        <label htmlFor="lf-from">{t("from")}</label>
        <input className="input" id="lf-from" name="from" type="date" defaultValue={filters.from} />
      </p>
      <p className="field">
        <label htmlFor="lf-until">{t("until")}</label>
        <input className="input" id="lf-until" name="until" type="date" defaultValue={filters.until} />
      </p>
      <p className="field">
        <label htmlFor="lf-kind">{t("colAction")}</label>
        <select className="input" id="lf-kind" name="kind" defaultValue={filters.kind}>
          <option value="">{t("all")}</option>
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t(`kind_${each}`)}
            </option>
          ))}
        </select>
      </p>
      <p className="field">
        <label htmlFor="lf-state">{t("colOutcome")}</label>
        <select className="input" id="lf-state" name="state" defaultValue={filters.state}>
          <option value="">{t("all")}</option>
          {states.map((each) => (
            <option key={each} value={each}>
              {t(`state_${each}`)}
            </option>
          ))}
        </select>
      </p>
      <p className="field">
        <label htmlFor="lf-label">{t("colLabel")}</label>
        <select className="input" id="lf-label" name="label" defaultValue={filters.label}>
          <option value="">{t("all")}</option>
          {labels.map((each) => (
            <option key={each} value={each}>
              {each}
            </option>
          ))}
        </select>
      </p>
      <p className="field">
        <label htmlFor="lf-code">{t("code")}</label>
        <input className="input" id="lf-code" name="code" defaultValue={filters.code} autoComplete="off" size={6} />
      </p>
      <p className="row-acts">
        <button className="btn" type="submit">
          {t("apply")}
        </button>
        <button
          className="btn"
          type="button"
          onClick={() => router.replace(routes.ledger({ month: filters.month }), { scroll: false })}
        >
          {t("clear")}
        </button>
      </p>
    </form>
  );
}
