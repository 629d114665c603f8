"use client";
"use memo";

import dynamic from "next/dynamic";
import { useState } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { LibrarySummary } from "@/lib/spending/wire";
import { monthName, shiftMonth } from "@/lib/text/format/clock";
import { writeNumber } from "@/lib/text/i18n/words";
import { filtersToQuery, type LedgerFilters } from "./ledger-filters.ts";

// The plotting library is large and used on the ledger only.
const DayPlot = dynamic(() => import("./DayPlot.tsx"), { ssr: false, loading: () => <div className="h-38" /> });

/** The month's sums and a bar for each day, or the same numbers as a table for whoever can't see the bars. */
export function SpendByDay(props: {
  summary: LibrarySummary | undefined;
  month: string;
  today: string;
  filters: LedgerFilters;
}) {
  const t = useWords("library");
  const locale = useLocale();
  const [asFigures, setAsFigures] = useState(false);
  const { summary, month } = props;
  const before = shiftMonth(month, -1);
  const after = shiftMonth(month, 1);
  const to = (each: string) => routes.ledger({ ...filtersToQuery(props.filters), month: each });
  const hasBefore = summary?.first_month != null && summary.first_month <= before;
  return (
    <section className="min-w-0" aria-labelledby="by-day">
      <div className="sect-h">
        <h2 id="by-day">{t("byDay")}</h2>
        <span className="text-muted text-12/ui">{monthWords(month, locale)}</span>
        <span className="end inline-flex gap-4">
          {hasBefore ? <Link href={to(before)}>{monthName(before, locale)}</Link> : null}
          {after <= props.today.slice(0, 7) ? <Link href={to(after)}>{monthName(after, locale)}</Link> : null}
          <button className="link" type="button" aria-pressed={asFigures} onClick={() => setAsFigures(!asFigures)}>
            {t("figures")}
          </button>
        </span>
      </div>
      <Sums summary={summary} month={month} />
      {summary === undefined ? (
        <div className="h-38" />
      ) : asFigures ? (
        <DayFigures summary={summary} />
      ) : (
        <DayPlot
          summary={summary}
          month={month}
          today={props.today}
          label={t("plotLabel", { month: monthWords(month, locale) })}
          capLabel={t("capADay", { cap: summary.budget.daily_cap ?? 0 })}
        />
      )}
    </section>
  );
}

function Sums({ summary, month }: { summary: LibrarySummary | undefined; month: string }) {
  const t = useWords("library");
  const locale = useLocale();
  const budget = summary?.budget;
  return (
    <dl className="flex flex-wrap gap-x-10">
      <Sum
        name={t("spentIn", { month: monthName(month, locale) })}
        credits={summary?.spent_month}
        note={budget?.monthly_cap == null ? undefined : t("of", { cap: budget.monthly_cap })}
      />
      <Sum
        name={t("spentToday")}
        credits={summary?.spent_today}
        note={budget?.daily_cap == null ? undefined : t("of", { cap: budget.daily_cap })}
      />
      <Sum
        name={t("saved")}
        credits={summary?.saved}
        note={
          summary?.saved_since == null
            ? undefined
            : t("savedSince", { n: summary.saved_reads, day: summary.saved_since })
        }
      />
      <Sum
        name={t("waiting")}
        credits={summary?.unknown_max}
        note={summary === undefined ? undefined : t("purchases", { n: summary.unknown_count })}
      />
    </dl>
  );
}

function Sum(props: {
  readonly name: string;
  readonly credits: number | undefined;
  readonly note: string | undefined;
}) {
  return (
    <div className="grid pb-3">
      <dt className="text-12/5 text-muted">{props.name}</dt>
      <dd className="text-20/7 font-semibold">
        {props.credits === undefined ? "－" : writeNumber(props.credits)}
        {props.note === undefined ? null : <small className="ms-1 text-12 font-normal text-muted">{props.note}</small>}
      </dd>
    </div>
  );
}

function DayFigures({ summary }: { summary: LibrarySummary }) {
  const t = useWords("library");
  return (
    <table className="w-full max-w-60 leading-5">
      <thead className="sr-only">
        <tr>
          <th scope="col">{t("day")}</th>
          <th scope="col">{t("colCredits")}</th>
        </tr>
      </thead>
      <tbody>
        {summary.by_day.map(({ day, credits }) => (
          <tr key={day}>
            <th className="py-1" scope="row">
              {day}
            </th>
            <td className="py-1 text-end whitespace-nowrap">{credits}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function monthWords(month: string, locale: "en" | "ja"): string {
  const year = month.slice(0, 4);
  return locale === "ja" ? `${year}年${monthName(month, locale)}` : `${monthName(month, locale)} ${year}`;
}
