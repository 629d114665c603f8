"use client";

import type { ReactNode } from "react";
import { weekdayName } from "@/lib/format/clock";
import { eraDate } from "@/lib/format/era";
import { useLocale, useWords } from "@/lib/i18n/provider";
import { DayGrid } from "./DayGrid.tsx";

interface Props {
  readonly day: string;
  readonly first: boolean;
  /** Belongs to the row above it: no line divides them. */
  readonly stacked: boolean;
  readonly children: ReactNode;
}

/** A row of a timeline: the first row of a day shows the date, the others leave that column empty. */
export function DayRow({ day, first, stacked, children }: Props) {
  const t = useWords("documents");
  const locale = useLocale();
  if (!first) {
    return (
      <DayGrid>
        <div className={stacked ? undefined : "border-t border-line"}>{children}</div>
      </DayGrid>
    );
  }
  return (
    <DayGrid
      day={
        day === ""
          ? { name: t("noDate") }
          : { name: day.slice(5), under: weekdayName(day, locale), title: eraDate(day, locale) }
      }
    >
      <div>{children}</div>
    </DayGrid>
  );
}
