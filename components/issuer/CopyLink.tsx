"use client";

import { useShortcut } from "@/components/keys";
import { useCopy } from "@/components/share";

/** Copies the current address of the page, filters included; the shortcut is `c`. */
export function CopyLink({
  path,
  label,
  done,
}: {
  readonly path: string;
  readonly label: string;
  readonly done: string;
}) {
  const { state, copy } = useCopy();
  const run = () => void copy(new URL(path, window.location.origin).href + window.location.search);
  useShortcut("c", run, label);
  return (
    <>
      <button className="btn" type="button" onClick={run}>
        {state === "copied" ? done : label}
      </button>
      <span className="sr-only" role="status">
        {state === "copied" ? done : ""}
      </span>
    </>
  );
}
