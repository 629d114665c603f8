"use client";

import type { ReactNode } from "react";
import { weekdayName } from "@/lib/format/clock";
import { eraDate } from "@/lib/format/era";
import { useLocale, useWords } from "@/lib/i18n/provider";

/** A row of a timeline: the first row of a day shows the date, the others leave that column empty. */
export function DayRow({
  day,
  first,
  children,
}: {
  readonly day: string;
  readonly first: boolean;
  readonly children: ReactNode;
}) {
  const t = useWords("documents");
  const locale = useLocale();
  return (
    <div className={first ? "day" : "day cont"}>
      {first ? (
        <h3 title={day === "" ? undefined : eraDate(day, locale)}>
          {day === "" ? t("noDate") : day.slice(5)}
          {day === "" ? null : <span>{weekdayName(day, locale)}</span>}
        </h3>
      ) : (
        <span />
      )}
      <div>{children}</div>
    </div>
  );
}
