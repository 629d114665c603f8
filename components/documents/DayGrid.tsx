import type { ReactNode } from "react";
import { rowLook } from "./row-look.ts";

interface Props {
  /** Told in the first row of a day alone; the others leave that column empty. */
  readonly day?: { readonly name: ReactNode; readonly under?: ReactNode; readonly title?: string | undefined };
  readonly children: ReactNode;
}

/** The day beside what happened on it; on a phone, above it. */
export function DayGrid({ day, children }: Props) {
  if (day === undefined) {
    return (
      <div className={rowLook.grid}>
        <span className="max-md:hidden" />
        {children}
      </div>
    );
  }
  return (
    <div className={`${rowLook.grid} border-t border-line`}>
      <h3 className={rowLook.day} title={day.title}>
        {day.name}
        {day.under === undefined ? null : <span className={rowLook.underDay}>{day.under}</span>}
      </h3>
      {children}
    </div>
  );
}
