"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { LibrarySummary } from "@/lib/spending/wire";
import { writeNumber } from "@/lib/text/i18n/words";
import { purchaseKinds } from "@/lib/text/purchase-kinds";
import { type OwnedFilters, ownedAddress, ownedSorts } from "./owned-filters.ts";

/** Words, issuer, kind, whether it was opened, and order of what is owned. All of it stands in the address; a choice applies at once. */
export function OwnedFilterForm(props: { filters: OwnedFilters; summary: LibrarySummary | undefined }) {
  const locale = useLocale();
  const t = useWords("library");
  const cost = useWords("cost");
  const router = useRouter();
  const { filters } = props;
  const [text, setText] = useState(filters.query);
  const [, startTransition] = useTransition();
  const show = (wanted: Partial<OwnedFilters>) => {
    const next = { ...filters, query: text.trim(), ...wanted };
    startTransition(() => router.replace(routes.library(ownedAddress(next)), { scroll: false }));
  };
  const search = (event: FormEvent) => {
    event.preventDefault();
    show({});
  };
  return (
    <form
      className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-2 print:hidden"
      role="search"
      aria-label={t("searchLabel")}
      onSubmit={search}
    >
      <p className="field min-w-0 flex-[1_1_280px] md:max-w-140">
        <label htmlFor="owned-search">{t("searchLabel")}</label>
        <span className="flex gap-2">
          <input
            className="input"
            id="owned-search"
            type="search"
            lang="ja"
            value={text}
            placeholder={t("searchHint")}
            onChange={(event) => setText(event.target.value)}
          />
          <button className="btn" type="submit">
            {t("search")}
          </button>
        </span>
      </p>
      <Choice
        name="issuer"
        label={t("issuer")}
        value={filters.code}
        options={[
          { value: "", label: t("all") },
          ...(props.summary?.owned_issuers ?? []).map((each) => ({
            value: each.security_code,
            label: `${[each.issuer_name, locale === "en" ? each.issuer_name_en : null, each.security_code].filter(Boolean).join(" ")} (${each.count})`,
          })),
        ]}
        onChoose={(code) => show({ code })}
      />
      <Choice
        name="kind"
        label={t("colAction")}
        value={filters.kind}
        options={[
          { value: "", label: t("all") },
          ...purchaseKinds.map((each) => ({ value: each, label: cost(`kind_${each}`) })),
        ]}
        onChoose={(kind) => show({ kind })}
      />
      <Choice
        name="opened"
        label={t("opened")}
        value={filters.neverOpened ? "never" : ""}
        options={[
          { value: "", label: t("all") },
          { value: "never", label: `${t("neverOpened")} (${writeNumber(props.summary?.never_opened_count ?? 0)})` },
        ]}
        onChoose={(wanted) => show({ neverOpened: wanted === "never" })}
      />
      <Choice
        name="sort"
        label={t("sort")}
        value={filters.sort}
        options={ownedSorts.map((each) => ({ value: each, label: t(`sort_${each}`) }))}
        onChoose={(wanted) => show({ sort: ownedSorts.find((each) => each === wanted) ?? "issuer" })}
      />
    </form>
  );
}

function Choice(props: {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChoose: (value: string) => void;
}) {
  const id = `owned-${props.name}`;
  return (
    <p className="field">
      <label htmlFor={id}>{props.label}</label>
      <select
        className="input max-w-[16em]"
        id={id}
        value={props.value}
        onChange={(event) => props.onChoose(event.target.value)}
      >
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </p>
  );
}
