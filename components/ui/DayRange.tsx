"use client";

import { DayField } from "./DayField.tsx";

interface Props {
  /** Empty where the range is open. */
  readonly from: string;
  readonly to: string;
  readonly applies?: "typing" | "leaving";
  readonly words: {
    readonly from: string;
    readonly to: string;
    readonly wrongDay: string;
    readonly wrongRange: string;
  };
  readonly onFrom: (day: string) => void;
  readonly onTo: (day: string) => void;
}

/** From a day to a day, both included. Shows a message where the last day is before the first. */
export function DayRange({ from, to, words, applies = "typing", onFrom, onTo }: Props) {
  return (
    <>
      <DayField label={words.from} value={from} wrongWords={words.wrongDay} applies={applies} onChange={onFrom} />
      <DayField label={words.to} value={to} wrongWords={words.wrongDay} applies={applies} onChange={onTo} />
      {from !== "" && to !== "" && from > to ? (
        <span className="text-12/ui" role="alert">
          {words.wrongRange}
        </span>
      ) : null}
    </>
  );
}
