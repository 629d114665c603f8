"use client";

import { useEffect, useRef } from "react";
import { useLocale, useWords } from "@/lib/next/provider";
import { useChangeView } from "./use-change-view.ts";

/**
 * Says on paper where the page is. It is written when it is printed: reading changes the address. Without a public
 * address there is none that a reader of the paper could open.
 */
function PrintedAddress({ origin }: { readonly origin: string }) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    const write = () => {
      if (line.current !== null) line.current.textContent = location.href.replace(location.origin, origin);
    };
    window.addEventListener("beforeprint", write);
    return () => window.removeEventListener("beforeprint", write);
  }, [origin]);
  return <p className="mt-2 hidden text-[8pt]/[1.4] wrap-anywhere text-muted print:block" ref={line} />;
}

/** The foot of a page that scrolls: the time zone of all times, and the other language. It reloads and scrolls nothing. */
export function Foot({ publicOrigin }: { readonly publicOrigin: string | undefined }) {
  const t = useWords("frame");
  const other = useLocale() === "en" ? "ja" : "en";
  const { change } = useChangeView();
  return (
    <>
      {publicOrigin === undefined ? null : <PrintedAddress origin={publicOrigin} />}
      <footer className="below-page foot">
        <span>{t("jst")}</span>
        <button className="link" type="button" lang={other} onClick={() => void change({ locale: other })}>
          <span aria-hidden="true">{t("otherLanguage")}</span>
          <span className="sr-only">{t("toOtherLanguage")}</span>
        </button>
      </footer>
    </>
  );
}
