"use client";

import { useId, useState } from "react";
import { eraDate, readDay } from "@/lib/format/era";
import { useLocale } from "@/lib/i18n/provider";

interface Props {
  readonly label: string;
  /** Of the field, where a visible label names it; without one the label stands in the field itself. */
  readonly id?: string;
  /** Empty where no day is chosen. */
  readonly value: string;
  readonly wrongWords: string;
  /** When a day takes effect: with the key that completes it, or on Enter and when the field is left. */
  readonly applies?: "typing" | "leaving";
  readonly onChange: (day: string) => void;
}

/** A day as it is written here, 2026-11-21; eras, slashes and full-width digits are understood. */
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
        <span className="small" id={note} role="alert">
          {wrongWords}
        </span>
      ) : null}
    </>
  );
}

/** Empty: no day. Undefined: nothing that is one. */
function dayOf(typed: string): string | undefined {
  return typed.trim() === "" ? "" : readDay(typed);
}
