import type { ReactNode } from "react";

interface Props {
  /** Told in the first row of a day alone; the others leave that column empty. */
  readonly day?: { readonly name: ReactNode; readonly under?: ReactNode; readonly title?: string | undefined };
  readonly children: ReactNode;
}

/** The day beside what happened on it; on a phone, above it. */
export function DayGrid({ day, children }: Props) {
  const grid = "grid grid-cols-[92px_minmax(0,1fr)] gap-x-4 max-md:grid-cols-[minmax(0,1fr)]";
  if (day === undefined) {
    return (
      <div className={grid}>
        <span className="max-md:hidden" />
        {children}
      </div>
    );
  }
  return (
    <div className={`${grid} border-t border-line`}>
      <h3 className="py-2 text-13/5 font-semibold whitespace-nowrap" title={day.title}>
        {day.name}
        {day.under === undefined ? null : (
          <span className="block text-12/4.5 font-normal text-muted max-md:ms-2 max-md:inline">{day.under}</span>
        )}
      </h3>
      {children}
    </div>
  );
}
