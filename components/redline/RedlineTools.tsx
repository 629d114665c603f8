"use client";

import { useShortcut } from "@/components/keys";
import { CopyButton } from "@/components/share";
import { useWords } from "@/lib/next/provider";

export function RedlineTools() {
  const t = useWords("changes");
  useShortcut("n", () => step(1), t("nextChange"));
  useShortcut("p", () => step(-1), t("previousChange"));
  return (
    <>
      <button className="btn sm" type="button" onClick={() => step(-1)}>
        {t("previousChange")} <kbd>p</kbd>
      </button>
      <button className="btn sm" type="button" onClick={() => step(1)}>
        {t("nextChange")} <kbd>n</kbd>
      </button>
      <CopyButton className="btn sm" text={redlineText} label={t("copyText")} done={t("copied")} />
    </>
  );
}

/** The change after or before the one that has the focus; from the last one on, the first. */
function step(by: 1 | -1): void {
  const places = [...document.querySelectorAll<HTMLElement>("[data-redline] [data-at]")];
  const at = places.findIndex((place) => place.contains(document.activeElement));
  const next = at < 0 ? (by === 1 ? 0 : places.length - 1) : (at + by + places.length) % places.length;
  const place = places[next];
  place?.focus({ preventScroll: true });
  place?.scrollIntoView({ block: "center" });
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
