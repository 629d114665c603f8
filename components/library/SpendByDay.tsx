"use client";
"use memo";

import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { LibrarySummary } from "@/lib/spending/wire";
import { monthEnd, monthName, shiftDay, shiftMonth } from "@/lib/text/format/clock";
import { writeNumber } from "@/lib/text/i18n/words";
import { filtersToQuery, type LedgerFilters } from "./ledger-filters.ts";

/** The month's sums, and a bar for each day. */
export function SpendByDay(props: {
  summary: LibrarySummary | undefined;
  month: string;
  today: string;
  filters: LedgerFilters;
}) {
  const t = useWords("library");
  const locale = useLocale();
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
        </span>
      </div>
      <Sums summary={summary} month={month} />
      <DayBars summary={summary} month={month} today={props.today} />
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
        note={
          summary === undefined || summary.unknown_count === 0
            ? undefined
            : t("purchases", { n: summary.unknown_count })
        }
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

/** The highest day and the last one have their number above; a day's own limit is a dashed line. */
function DayBars(props: {
  readonly summary: LibrarySummary | undefined;
  readonly month: string;
  readonly today: string;
}) {
  const t = useWords("library");
  const { summary, month } = props;
  if (summary === undefined) return <div className="h-38" />;
  const spent = new Map(summary.by_day.map((each) => [each.day, each.credits]));
  const days = daysOf(month, props.today).map((day) => ({ day, credits: spent.get(day) ?? 0 }));
  const most = Math.max(0, ...days.map((each) => each.credits));
  const cap = summary.budget.daily_cap;
  const top = Math.max(10, most, cap ?? 0);
  const height = (credits: number) => ({ height: `${(credits / top) * 100}%` });
  return (
    <div className="relative pt-5 pb-6 text-12/5 print:overflow-x-clip">
      <div className="relative h-26">
        {cap === null ? null : (
          <p className="absolute inset-x-0 bottom-0 border-t border-dashed border-edge text-end" style={height(cap)}>
            <span className="relative -top-5 text-muted">{t("capADay", { cap })}</span>
          </p>
        )}
        <ol className="relative flex h-full items-end border-b border-line" aria-labelledby="by-day">
          {days.map(({ day, credits }, at) => (
            <li key={day} className="relative min-w-0 flex-1" style={height(credits)} title={`${day}: ${credits}`}>
              <span className="mx-[20%] block h-full bg-ink" />
              <span className="sr-only">{`${day}: ${credits}`}</span>
              <span className="absolute -inset-x-4 bottom-full text-center" aria-hidden="true">
                {credits > 0 && (credits === most || at === days.length - 1) ? credits : null}
              </span>
              <span className="absolute inset-x-0 top-full text-center whitespace-nowrap text-muted" aria-hidden="true">
                {at === 0 || (at + 1) % 5 === 0 ? at + 1 : null}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  );
}

/** The days of the month up to today. */
function daysOf(month: string, today: string): string[] {
  const last = monthEnd(month) < today ? monthEnd(month) : today;
  const days: string[] = [];
  for (let day = `${month}-01`; day <= last; day = shiftDay(day, 1)) days.push(day);
  return days.length > 0 ? days : [`${month}-01`];
}

export function monthWords(month: string, locale: "en" | "ja"): string {
  const year = month.slice(0, 4);
  return locale === "ja" ? `${year}年${monthName(month, locale)}` : `${monthName(month, locale)} ${year}`;
}
