"use client";

import { useState } from "react";
import { useShortcut } from "@/components/keys";
import { useLocale, useWords } from "@/lib/next/provider";
import { cite } from "@/lib/text/format/citation";
import { ShareButton } from "./ShareButton.tsx";
import type { Shared } from "./ShareSheet.tsx";
import { useCopy } from "./use-copy.ts";

/** `c` copies the link and `y` the citation without the sheet. Spends nothing. */
export function Share({ shared, className = "btn" }: { readonly shared: Shared; readonly className?: string }) {
  const t = useWords("share");
  const locale = useLocale();
  const [status, setStatus] = useState("");
  const { state, copy } = useCopy();
  const address = () => new URL(shared.path, window.location.origin).href;
  const run = (words: string, text: string) => {
    setStatus(words);
    void copy(text);
  };
  useShortcut("c", () => run(t("linkCopied"), address()), t("copyLink"));
  const citation = () => cite(shared.document, { ...shared.place, url: address() }, "plain", locale);
  useShortcut("y", () => run(t("citationCopied"), citation()), t("copyCitation"));
  return (
    <>
      <ShareButton shared={shared} className={className} said={state === "copied" ? status : undefined} />
      <span className="sr-only" role="status">
        {state === "copied" ? status : state === "failed" ? t("failed") : ""}
      </span>
    </>
  );
}
