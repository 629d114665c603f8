"use client";

import { useId, useState } from "react";
import { readDay } from "@/lib/format/era";

/** A day as it is written here, 2026-11-21; eras, slashes and full-width digits are understood. */
export function DayField(props: {
  label: string;
  /** Empty where no day is chosen. */
  value: string;
  wrongWords: string;
  onChange: (day: string) => void;
}) {
  const note = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const day = draft === null || draft.trim() === "" ? "" : readDay(draft);
  const wrong = draft !== null && day === undefined;
  return (
    <>
      <input
        className="input"
        aria-label={props.label}
        placeholder={props.label}
        value={draft ?? props.value}
        autoComplete="off"
        maxLength={20}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? note : undefined}
        onChange={(event) => {
          const typed = event.currentTarget.value;
          setDraft(typed);
          const read = typed.trim() === "" ? "" : readDay(typed);
          if (read !== undefined) props.onChange(read);
        }}
        onBlur={() => {
          if (!wrong) setDraft(null);
        }}
      />
      {wrong ? (
        <span className="small" id={note} role="alert">
          {props.wrongWords}
        </span>
      ) : null}
    </>
  );
}
