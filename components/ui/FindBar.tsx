"use client";

import { type RefObject, useEffect, useId } from "react";
import type { Words } from "@/lib/text/i18n/words";

/** The state of a search within a text: the typed text, and the current match. */
export interface Finding {
  readonly open: boolean;
  readonly query: string;
  readonly count: number;
  /** 0-based; -1 while nothing is found. */
  readonly current: number;
  /** True until the whole text has been searched. */
  readonly searching: boolean;
  readonly setQuery: (query: string) => void;
  readonly step: (by: 1 | -1) => void;
  readonly close: () => void;
}

interface Props {
  readonly find: Finding;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** The language of the searched text, where it is known. */
  readonly language?: string;
  readonly className?: string;
  readonly words: Words<
    "findLabel" | "findAgain" | "findSearching" | "findNone" | "findCount" | "findPrevious" | "findNext" | "close"
  >;
}

export function FindBar({ find, inputRef, language, className = "", words: t }: Props) {
  const id = useId();
  const { open } = find;
  useEffect(() => {
    if (open) inputRef.current?.focus();
  }, [open, inputRef]);
  if (!find.open) return null;
  const asked = find.query.trim() !== "";
  return (
    <search
      className={`sticky z-2 flex flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-paper py-2 text-12 max-md:[&_kbd]:hidden print:hidden ${className}`}
    >
      <label className="sr-only" htmlFor={id}>
        {t("findLabel")}
      </label>
      <input
        id={id}
        className="input w-60 max-md:w-30 max-md:flex-auto"
        lang={language}
        ref={inputRef}
        value={find.query}
        autoComplete="off"
        title={t("findAgain")}
        onChange={(event) => find.setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Enter") {
            event.preventDefault();
            find.step(event.shiftKey ? -1 : 1);
          }
          if (event.key === "Escape") {
            event.preventDefault();
            find.close();
          }
        }}
      />
      <span className="text-muted md:min-w-18" role="status">
        {!asked
          ? null
          : find.count === 0
            ? t(find.searching ? "findSearching" : "findNone")
            : t("findCount", { at: find.current + 1, total: find.count })}
      </span>
      <span className="seg">
        <button type="button" aria-label={t("findPrevious")} disabled={find.count === 0} onClick={() => find.step(-1)}>
          ‹
        </button>
        <button type="button" aria-label={t("findNext")} disabled={find.count === 0} onClick={() => find.step(1)}>
          ›
        </button>
      </span>
      <button className="link" type="button" onClick={find.close}>
        {t("close")} <kbd>Esc</kbd>
      </button>
    </search>
  );
}
