"use client";

import { useWords } from "@/lib/next/provider";
import { useCopy } from "./use-copy.ts";

/** A copy button whose label says whether copying worked, also to screen readers. */
export function CopyButton(props: {
  readonly text: () => string;
  readonly label: string;
  readonly done: string;
  readonly name?: string;
  readonly className?: string;
}) {
  const t = useWords("share");
  const { state, copy } = useCopy();
  return (
    <>
      <button
        className={props.className ?? "btn"}
        type="button"
        aria-label={props.name}
        onClick={() => void copy(props.text())}
      >
        {state === "copied" ? props.done : props.label}
      </button>
      <span className="sr-only" role="status">
        {state === "copied" ? props.done : state === "failed" ? t("failed") : ""}
      </span>
    </>
  );
}
