"use client";

import type { RefObject } from "react";
import { useWords } from "@/lib/i18n/provider";
import type { Find } from "./use-find";

export function FindBar(props: { find: Find; inputRef: RefObject<HTMLInputElement | null>; language: string }) {
  const { find, inputRef, language } = props;
  const t = useWords("reader");
  if (!find.open) return null;
  const asked = find.query.trim() !== "";
  return (
    <search className="find-bar">
      <label className="vh" htmlFor="find-in-document">
        {t("findLabel")}
      </label>
      <input
        id="find-in-document"
        className="input"
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
      <span className="find-count" role="status">
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
