"use client";

import { useState } from "react";
import { useShortcut } from "@/components/keys";
import { CopyButton } from "@/components/share";
import { useWords } from "@/lib/next/provider";

/** From one change to the next, and a copy of all of them. */
export function RedlineTools({ changes }: { readonly changes?: number }) {
  const t = useWords("changes");
  const [shown, setShown] = useState<{ readonly at: number; readonly all: number }>();
  const step = (by: 1 | -1) => setShown((was) => showChange(was?.at ?? 0, by));
  useShortcut("n", () => step(1), t("nextChange"));
  useShortcut("p", () => step(-1), t("previousChange"));
  return (
    <>
      <button className="btn sm" type="button" aria-label={t("previousChange")} onClick={() => step(-1)}>
        ↑ <kbd>p</kbd>
      </button>
      <span className="min-w-14 text-center font-semibold" role="status">
        {shown !== undefined ? t("of", shown) : changes === undefined ? null : t("changesN", { n: changes })}
      </span>
      <button className="btn sm" type="button" aria-label={t("nextChange")} onClick={() => step(1)}>
        ↓ <kbd>n</kbd>
      </button>
      <span className="ms-auto max-md:hidden">
        <CopyButton className="link" text={redlineText} label={t("copyText")} done={t("copied")} />
      </span>
    </>
  );
}

/** Shows the change after or before the one that has the focus, from the last one on the first. */
function showChange(was: number, by: 1 | -1): { at: number; all: number } | undefined {
  const places = [...document.querySelectorAll<HTMLElement>("[data-redline] [data-at]")];
  const focused = places.findIndex((place) => place.contains(document.activeElement));
  const from = focused < 0 ? was - 1 : focused;
  const next = from < 0 ? (by === 1 ? 0 : places.length - 1) : (from + by + places.length) % places.length;
  const place = places[next];
  if (place === undefined) return undefined;
  place.focus({ preventScroll: true });
  place.scrollIntoView({ block: "center" });
  return { at: next + 1, all: places.length };
}

/** `[-deleted-]` and `{+inserted+}`, as other tools write word differences; unchanged passages behind a line too. */
function redlineText(): string {
  const shown = document.querySelector("[data-redline]");
  if (shown === null) return "";
  const copy = shown.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return "";
  for (const summary of copy.querySelectorAll("summary, [data-tools]")) summary.remove();
  for (const gone of copy.querySelectorAll("del")) gone.textContent = `[-${gone.textContent}-]`;
  for (const come of copy.querySelectorAll("ins")) come.textContent = `{+${come.textContent}+}`;
  for (const cell of copy.querySelectorAll("td, th")) cell.append("\t");
  for (const line of copy.querySelectorAll("p, tr, h3")) line.append("\n");
  return (copy.textContent ?? "")
    .replace(/\t\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
