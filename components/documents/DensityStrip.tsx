"use client";

import { useLocale, useWords } from "@/lib/next/provider";
import { monthAndYear, monthEnd, monthName } from "@/lib/text/format/clock";
import { barHeight, type Density, type MonthCount } from "@/lib/text/format/density";

interface Props {
  readonly density: Density;
  readonly from: string | null;
  readonly to: string | null;
  readonly onChoose: (range: { readonly from: string | null; readonly to: string | null }) => void;
}

const heightPx = 34;

/** A click on a month filters by it; a second click, or Shift, extends it to a span. */
export function DensityStrip({ density, from, to, onChoose }: Props) {
  const t = useWords("documents");
  const locale = useLocale();
  const { months, most } = density;
  const first = months[0];
  const last = months.at(-1);
  if (first === undefined || last === undefined)
    return <div className="mt-4 mb-6 h-13.5 print:hidden" aria-hidden="true" />;
  const chosen = (month: string) => isWithin(month, from, to);
  const choose = (month: string, extend: boolean) => {
    const only = months.filter((each) => chosen(each.month));
    if (!extend && only.length === 1 && only[0]?.month === month) return onChoose({ from: null, to: null });
    const span =
      extend && only.length > 0 ? [month, only[0]?.month ?? month, only.at(-1)?.month ?? month].sort() : [month];
    onChoose({ from: `${span[0]}-01`, to: monthEnd(span.at(-1) ?? month) });
  };
  const label = (each: MonthCount) =>
    t(each.partial ? "densityPartial" : "densityMonth", {
      month: monthAndYear(each.month, locale),
      n: each.count,
    });
  return (
    <ol
      className="mt-4 mb-6 grid h-13.5 auto-cols-[minmax(0,56px)] grid-flow-col gap-0.5 print:hidden"
      aria-label={t("density", { from: monthAndYear(first.month, locale), to: monthAndYear(last.month, locale) })}
    >
      {months.map((each, index) => (
        <li
          key={each.month}
          className={`relative grid min-w-0 grid-rows-[34px_20px] items-end text-[11px]/5 whitespace-nowrap text-muted after:absolute after:top-8.5 after:-right-0.5 after:left-0 after:border-t max-lg:nth-last-[n+33]:hidden max-md:nth-last-[n+24]:hidden max-sm:nth-last-[n+14]:hidden ${chosen(each.month) ? "after:border-ai" : "after:border-line"}`}
        >
          <button
            className="group row-start-1 grid h-8.5 w-full items-end"
            type="button"
            aria-pressed={chosen(each.month)}
            aria-label={label(each)}
            title={label(each)}
            onClick={(event) => choose(each.month, event.shiftKey)}
          >
            <i
              className={`row-start-1 block ${barLook(each.partial, chosen(each.month))}`}
              style={{ height: barHeight(each.count, most, heightPx) }}
            />
          </button>
          {caption(months, index, chosen, locale)}
        </li>
      ))}
    </ol>
  );
}

/** The axis labels: each year at its first month, and the first selected month. */
function caption(
  months: readonly MonthCount[],
  index: number,
  chosen: (month: string) => boolean,
  locale: "en" | "ja",
) {
  const month = months[index]?.month ?? "";
  const before = months[index - 1]?.month;
  if (month.endsWith("-01")) return <Caption>{month.slice(0, 4)}</Caption>;
  const begins = chosen(month) && (before === undefined || !chosen(before));
  const all = months.every((each) => chosen(each.month));
  const yearNear = [-1, 1, 2].some((by) => months[index + by]?.month.endsWith("-01"));
  return begins && !all && !yearNear ? <Caption>{monthName(month, locale).slice(0, 3)}</Caption> : null;
}

function Caption({ children }: { readonly children: string }) {
  return (
    <span className="row-start-2 w-0" aria-hidden="true">
      {children}
    </span>
  );
}

/** Months of which not everything is loaded are striped. */
function barLook(partial: boolean, chosen: boolean): string {
  const pressed = chosen ? "group-hover:bg-ai" : "group-hover:bg-muted";
  if (!partial) return `${chosen ? "bg-ai" : "bg-bar"} ${pressed}`;
  return `bg-[repeating-linear-gradient(135deg,var(--color-bar)_0_2px,transparent_2px_4px)] group-hover:bg-none ${pressed}`;
}

/** Without chosen dates no month is marked. */
function isWithin(month: string, from: string | null, to: string | null): boolean {
  if (from === null && to === null) return false;
  return (from === null || monthEnd(month) >= from) && (to === null || `${month}-01` <= to);
}
