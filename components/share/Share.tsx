"use client";

import { useState } from "react";
import { useShortcut } from "@/components/keys";
import { cite } from "@/lib/format/citation";
import { useLocale, useWords } from "@/lib/i18n/provider";
import { type Shared, ShareSheet } from "./ShareSheet.tsx";
import { useCopy } from "./use-copy.ts";

/**
 * "Share": opens the sheet with the link and the citations of what is on the screen; `c` copies the link and `y`
 * the citation without it. Spends nothing.
 */
export function Share({ shared, className = "btn" }: { readonly shared: Shared; readonly className?: string }) {
  const t = useWords("share");
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const { state, copy } = useCopy();
  const address = () => new URL(shared.path, window.location.origin).href;
  const run = (words: string, text: string) => {
    setSaid(words);
    void copy(text);
  };
  useShortcut("c", () => run(t("linkCopied"), address()), t("copyLink"));
  useShortcut(
    "y",
    () => run(t("citationCopied"), cite(shared.document, { ...shared.place, url: address() }, "plain", locale)),
    t("copyCitation"),
  );
  return (
    <>
      <button className={className} type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {state === "copied" ? said : t("open")}
      </button>
      <span className="vh" role="status">
        {state === "copied" ? said : state === "failed" ? t("failed") : ""}
      </span>
      {open ? <ShareSheet shared={shared} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
