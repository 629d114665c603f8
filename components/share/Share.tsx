"use client";

import { useState } from "react";
import { useShortcut } from "@/components/keys";
import { useLater } from "@/components/ui/use-later";
import { useLocale, useWords } from "@/lib/i18n/provider";
import type { Shared } from "./ShareSheet.tsx";
import { useCopy } from "./use-copy.ts";

/** The sheet and what writes citations: asked for rarely, so they come once the page stands. */
const loadSheet = () => import("./ShareSheet.tsx");

/**
 * "Share": opens the sheet with the link and the citations of what is on the screen; `c` copies the link and `y`
 * the citation without it. Spends nothing.
 */
export function Share({ shared, className = "btn" }: { readonly shared: Shared; readonly className?: string }) {
  const t = useWords("share");
  const locale = useLocale();
  const [open, setOpen] = useState(false);
  const [said, setSaid] = useState("");
  const sheet = useLater(loadSheet);
  const { state, copy } = useCopy();
  const address = () => new URL(shared.path, window.location.origin).href;
  const run = (words: string, text: string) => {
    setSaid(words);
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
        {state === "copied" ? said : t("open")}
      </button>
      <span className="vh" role="status">
        {state === "copied" ? said : state === "failed" ? t("failed") : ""}
      </span>
      {open && sheet !== undefined ? <sheet.ShareSheet shared={shared} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
