"use client";

import { useId, useState } from "react";
import { useLocale } from "@/lib/next/provider";
import { eraDate, readDay } from "@/lib/text/format/era";

interface Props {
  readonly label: string;
  /** The field's id, for a label outside of it. Without one the label is shown inside the field. */
  readonly id?: string;
  /** Empty where no day is chosen. */
  readonly value: string;
  readonly wrongWords: string;
  /** When a day is applied: as soon as it is complete, or on Enter and when the field loses the focus. */
  readonly applies?: "typing" | "leaving";
  readonly onChange: (day: string) => void;
}

/** A field for a day, shown as 2026-11-21; era dates, slashes and full-width digits are accepted too. */
export function DayField({ label, id, value, wrongWords, applies = "typing", onChange }: Props) {
  const locale = useLocale();
  const note = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const wrong = draft !== null && dayOf(draft) === undefined;
  const apply = (typed: string | null) => {
    const day = typed === null ? undefined : dayOf(typed);
    if (day !== undefined && day !== value) onChange(day);
  };
  const leave = () => {
    if (wrong) return;
    apply(draft);
    setDraft(null);
  };
  return (
    <>
      <input
        className="input"
        {...(id === undefined ? { "aria-label": label, placeholder: label } : { id })}
        title={value === "" ? label : `${label}: ${eraDate(value, locale)}`}
        value={draft ?? value}
        autoComplete="off"
        maxLength={20}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? note : undefined}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setDraft(typed);
          if (applies === "typing") apply(typed);
        }}
        onBlur={leave}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) leave();
          if (event.key === "Escape" && draft !== null) setDraft(null);
        }}
      />
      {wrong ? (
        <span className="text-12/ui" id={note} role="alert">
          {wrongWords}
        </span>
      ) : null}
    </>
  );
}

/** Empty where the field is empty, undefined where the text is no day. */
function dayOf(typed: string): string | undefined {
  return typed.trim() === "" ? "" : readDay(typed);
}
