"use client";

import { useId } from "react";
import { useWords } from "@/lib/next/provider";

/** As many as the server takes. */
const charactersMax = 400_000;

interface Props {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onCheck: () => void;
  readonly busy: boolean;
}

export function DraftForm({ text, onText, onCheck, busy }: Props) {
  const t = useWords("check");
  const field = useId();
  return (
    <form
      className="grid max-w-240 gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== "" && !busy) onCheck();
      }}
    >
      <p className="text-muted">{t("lead")}</p>
      <label htmlFor={field}>{t("draft")}</label>
      <textarea
        className="input h-auto min-h-80 w-full resize-y px-3 py-2 text-14/6"
        id={field}
        maxLength={charactersMax}
        placeholder={t("draftHint")}
        value={text}
        onChange={(event) => onText(event.target.value)}
        onKeyDown={(event) => {
          const sends = event.key === "Enter" && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing;
          if (sends) event.currentTarget.form?.requestSubmit();
        }}
      />
      <p className="flex flex-wrap items-center gap-3">
        <button className="btn" type="submit" disabled={text.trim() === "" || busy} aria-busy={busy}>
          {t(busy ? "checking" : "check")}
        </button>
        <span className="text-12/5 text-muted">{t("free")}</span>
      </p>
      <p className="text-12/5 text-muted">{t("limits")}</p>
    </form>
  );
}
