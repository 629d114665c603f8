"use client";

import { useId, useState } from "react";
import { eraDate, readDay } from "@/lib/format/era";
import { useLocale, useWords } from "@/lib/i18n/provider";

interface Props {
  readonly label: string;
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
}

/** A day as it is written here, 2026-11-21; era dates and slashes are understood. Applied on Enter or when left. */
export function DayField({ label, value, onChange }: Props) {
  const t = useWords("documents");
  const locale = useLocale();
  const note = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? value ?? "";
  const wrong = draft !== null && draft.trim() !== "" && readDay(draft) === undefined;
  const apply = () => {
    if (draft === null || wrong) return;
    const day = draft.trim() === "" ? null : (readDay(draft) ?? null);
    setDraft(null);
    if (day !== value) onChange(day);
  };
  return (
    <>
      <input
        className="input"
        aria-label={label}
        title={value === null ? label : `${label}: ${eraDate(value, locale)}`}
        placeholder={label}
        value={text}
        autoComplete="off"
        maxLength={20}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? note : undefined}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={apply}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.nativeEvent.isComposing) apply();
          if (event.key === "Escape" && draft !== null) setDraft(null);
        }}
      />
      {wrong ? (
        <span className="small" id={note} role="alert">
          {t("dateInvalid")}
        </span>
      ) : null}
    </>
  );
}
