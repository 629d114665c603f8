"use client";

import { useState } from "react";
import { useShortcut } from "@/components/keys";
import { useDeferredCode } from "@/components/ui/use-deferred-code.ts";
import { useLocale, useWords } from "@/lib/i18n/provider";
import type { Shared } from "./ShareSheet.tsx";
import { useCopy } from "./use-copy.ts";

/** The sheet and the citation code are rarely needed, so they are loaded after the page. */
const loadSheet = () => import("./ShareSheet.tsx");

/**
 * "Share": opens the sheet with the link and the citations of what is on the screen; `c` copies the link and `y`
 * the citation without it. Spends nothing.
 */
export function Share({ shared, className = "btn" }: { readonly shared: Shared; readonly className?: string }) {
  const t = useWords("share");
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const [status, setStatus] = useState("");
  const sheet = useDeferredCode(loadSheet);
  const { state, copy } = useCopy();
  const address = () => new URL(shared.path, window.location.origin).href;
  const run = (words: string, text: string) => {
    setStatus(words);
    void copy(text);
  };
  useShortcut("c", () => run(t("linkCopied"), address()), t("copyLink"));
  const copyCitation = async () => {
    const { cite } = sheet ?? (await loadSheet());
    run(t("citationCopied"), cite(shared.document, { ...shared.place, url: address() }, "plain", locale));
  };
  useShortcut("y", () => void copyCitation(), t("copyCitation"));
  return (
    <>
      <button className={className} type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {state === "copied" ? status : t("open")}
      </button>
      <span className="sr-only" role="status">
        {state === "copied" ? status : state === "failed" ? t("failed") : ""}
      </span>
      {open && sheet !== undefined ? <sheet.ShareSheet shared={shared} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
