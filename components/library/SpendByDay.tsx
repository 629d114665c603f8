"use client";
"use memo";

import dynamic from "next/dynamic";
import Link from "next/link";
import { useState } from "react";
import { monthName, shiftMonth } from "@/lib/format/clock";
import { useLocale, useWords } from "@/lib/i18n/provider";
import type { LibrarySummary } from "@/lib/purchases/wire";
import { routes } from "@/lib/routes";
import { filtersToQuery, type LedgerFilters } from "./ledger-filters.ts";

// The plotting library is large and used on the ledger only.
const DayPlot = dynamic(() => import("./DayPlot.tsx"), { ssr: false, loading: () => <div className="plot-wait" /> });

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
    <section className="sect" aria-labelledby="by-day">
      <div className="sect-h">
        <h2 id="by-day">{t("byDay")}</h2>
        <span className="muted small">{monthWords(month, locale)}</span>
        <span className="end months">
          {hasBefore ? (
            <Link href={to(before)} prefetch={false}>
              {monthName(before, locale)}
            </Link>
          ) : null}
          {after <= props.today.slice(0, 7) ? (
            <Link href={to(after)} prefetch={false}>
              {monthName(after, locale)}
            </Link>
          ) : null}
          <button className="link" type="button" aria-pressed={asFigures} onClick={() => setAsFigures(!asFigures)}>
            {t("figures")}
          </button>
        </span>
      </div>
      <Sums summary={summary} month={month} />
      {summary === undefined ? (
        <div className="plot-wait" />
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
  const shown = (value: number | undefined) => (value === undefined ? "－" : value.toLocaleString("en"));
  const budget = summary?.budget;
  return (
    <dl className="sums">
      <div>
        <dt>{t("spentIn", { month: monthName(month, locale) })}</dt>
        <dd>
          {shown(summary?.spent_month)}
          {budget?.monthly_cap == null ? null : <small>{t("of", { cap: budget.monthly_cap })}</small>}
        </dd>
      </div>
      <div>
        <dt>{t("spentToday")}</dt>
        <dd>
          {shown(summary?.spent_today)}
          {budget?.daily_cap == null ? null : <small>{t("of", { cap: budget.daily_cap })}</small>}
        </dd>
      </div>
      <div>
        <dt>{t("saved")}</dt>
        <dd>
          {shown(summary?.saved)}
          {summary?.saved_since == null ? null : <small>{t("since", { day: summary.saved_since })}</small>}
        </dd>
      </div>
      <div>
        <dt>{t("waiting")}</dt>
        <dd>
          {shown(summary?.unknown_max)}
          {summary === undefined ? null : <small>{t("purchases", { n: summary.unknown_count })}</small>}
        </dd>
      </div>
    </dl>
  );
}

function DayFigures({ summary }: { summary: LibrarySummary }) {
  const t = useWords("library");
  return (
    <table className="by figures">
      <thead className="vh">
        <tr>
          <th scope="col">{t("day")}</th>
          <th scope="col">{t("colCredits")}</th>
        </tr>
      </thead>
      <tbody>
        {summary.by_day.map(({ day, credits }) => (
          <tr key={day}>
            <th scope="row">{day}</th>
            <td className="num">{credits}</td>
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
