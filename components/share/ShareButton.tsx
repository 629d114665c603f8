"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import { persistently } from "@/components/ui/persistently";
import { useWords } from "@/lib/next/provider";
import type { Shared } from "./ShareSheet.tsx";

const ShareSheet = dynamic(() => persistently(() => import("./ShareSheet.tsx")).then((code) => code.ShareSheet), {
  ssr: false,
});

/** Opens the sheet with the link and the citations of what is on the screen. `said` takes the place of its label. */
export function ShareButton(props: {
  readonly shared: Shared;
  readonly className?: string;
  readonly said?: string | undefined;
}) {
  const t = useWords("share");
  const [open, setOpen] = useState(false);
  return (
    <>
      <button className={props.className ?? "btn"} type="button" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {props.said ?? t("open")}
      </button>
      {open ? <ShareSheet shared={props.shared} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
