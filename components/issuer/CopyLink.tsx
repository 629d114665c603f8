"use client";

import { useShortcut } from "@/components/keys";
import { useCopy } from "@/components/share";

/** Copies the address of the page as it stands, filters and all; `c` does the same. */
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
      <span className="vh" role="status">
        {state === "copied" ? done : ""}
      </span>
    </>
  );
}
