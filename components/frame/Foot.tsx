"use client";

import { useLocale, useWords } from "@/lib/next/provider";
import { useChangeView } from "./use-change-view.ts";

/** The foot of a page that scrolls: the time zone of all times, and the other language. It reloads and scrolls nothing. */
export function Foot() {
  const t = useWords("frame");
  const other = useLocale() === "en" ? "ja" : "en";
  const { change } = useChangeView();
  return (
    <footer className="below-page foot">
      <span>{t("jst")}</span>
      <button className="link" type="button" lang={other} onClick={() => void change({ locale: other })}>
        <span aria-hidden="true">{t("otherLanguage")}</span>
        <span className="sr-only">{t("toOtherLanguage")}</span>
      </button>
    </footer>
  );
}
