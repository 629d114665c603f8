"use client";

import { useShortcut } from "@/components/keys";
import { useCopy } from "@/components/share";
import { useWords } from "@/lib/next/provider";

/** Copies the address of the statement; the shortcut is `c`. */
export function CopyNewsLink({ path }: { readonly path: string }) {
  const t = useWords("share");
  const { state, copy } = useCopy();
  const run = () => void copy(new URL(path, window.location.origin).href);
  useShortcut("c", run, t("copyLink"));
  return (
    <button className="link" type="button" onClick={run}>
      {state === "copied" ? t("copied") : t("copyLink")}
    </button>
  );
}
