"use client";

import { useState } from "react";
import { useDeferredCode } from "@/components/ui/use-deferred-code.ts";
import { useWords } from "@/lib/i18n/provider";
import type { Shared } from "./ShareSheet.tsx";

/** The sheet and the citation code are rarely needed, so they are loaded after the page. */
export const loadSheet = () => import("./ShareSheet.tsx");

/** Opens the sheet with the link and the citations of what is on the screen. `said` takes the place of its label. */
export function ShareButton(props: {
  readonly shared: Shared;
  readonly className?: string;
  readonly said?: string | undefined;
}) {
  const t = useWords("share");
  const [open, setOpen] = useState(false);
  const sheet = useDeferredCode(loadSheet);
  return (
    <>
      <button className={props.className ?? "btn"} type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {props.said ?? t("open")}
      </button>
      {open && sheet !== undefined ? <sheet.ShareSheet shared={props.shared} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
