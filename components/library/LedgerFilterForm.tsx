"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { DayField } from "@/components/ui/DayField";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { purchaseKinds } from "@/lib/text/purchase-kinds";
import { filtersToQuery, type LedgerFilters, states } from "./ledger-filters.ts";

/** The filters of the ledger. They are kept in the address, so that a filtered ledger can be bookmarked and sent. */
export function LedgerFilterForm({ filters, labels }: { filters: LedgerFilters; labels: readonly string[] }) {
  const t = useWords("library");
  const cost = useWords("cost");
  const router = useRouter();
  const [days, setDays] = useState({ from: filters.from, until: filters.until });
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const text = (name: string) => String(form.get(name) ?? "");
    const next = {
      ...filters,
      ...days,
      ...{ kind: text("kind"), state: text("state") },
      ...{ label: text("label"), code: text("code").trim(), row: "" },
    };
    router.replace(routes.ledger(filtersToQuery(next)), { scroll: false });
  };
  return (
    <form
      className="flex flex-wrap items-end gap-x-4 gap-y-3 border-b border-line pt-3 pb-4 [&_.input]:w-auto [&_.input]:max-w-[14em]"
      onSubmit={apply}
    >
      <p className="field">
        <label htmlFor="lf-from">{t("from")}</label>
        <DayField
          id="lf-from"
          label={t("from")}
          value={days.from}
          wrongWords={t("badDay")}
          onChange={(from) => setDays({ ...days, from })}
        />
      </p>
      <p className="field">
        <label htmlFor="lf-until">{t("until")}</label>
        <DayField
          id="lf-until"
          label={t("until")}
          value={days.until}
          wrongWords={t("badDay")}
          onChange={(until) => setDays({ ...days, until })}
        />
      </p>
      <p className="field">
        <label htmlFor="lf-kind">{t("colAction")}</label>
        <Choice name="kind" options={purchaseKinds} chosen={filters.kind} wordOf={(each) => cost(`kind_${each}`)} />
      </p>
      <p className="field">
        <label htmlFor="lf-state">{t("colOutcome")}</label>
        <Choice name="state" options={states} chosen={filters.state} wordOf={(each) => t(`state_${each}`)} />
      </p>
      <p className="field">
        <label htmlFor="lf-label">{t("colLabel")}</label>
        <Choice name="label" options={labels} chosen={filters.label} wordOf={(each) => each} />
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

function Choice<T extends string>(props: {
  readonly name: string;
  readonly options: readonly T[];
  readonly chosen: string;
  readonly wordOf: (option: T) => string;
}) {
  const t = useWords("library");
  return (
    <select className="input" id={`lf-${props.name}`} name={props.name} defaultValue={props.chosen}>
      <option value="">{t("all")}</option>
      {props.options.map((each) => (
        <option key={each} value={each}>
          {props.wordOf(each)}
        </option>
      ))}
    </select>
  );
}
