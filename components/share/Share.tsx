"use client";

import { useState } from "react";
import { useWords } from "@/lib/i18n/provider";
import { type Shared, ShareSheet } from "./ShareSheet.tsx";

/** "Share": opens the sheet with the link and the citations of what is on the screen. Spends nothing. */
export function Share({ shared, className = "btn" }: { readonly shared: Shared; readonly className?: string }) {
  const t = useWords("share");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button className={className} type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t("open")}
      </button>
      {open ? <ShareSheet shared={shared} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
