"use client";

import { Price } from "@/components/cost";
import { type Tier, tierBounds } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { barScale } from "@/lib/text/toc/prices";

const widthPx = 200;

/** The column headings of the price map; above the bars, each tier's price is placed where the tier begins. */
export function MapHead({ tiers, sized }: { readonly tiers: readonly Tier[]; readonly sized: boolean }) {
  const t = useWords("document");
  const starts = [0, ...tierBounds(tiers)];
  const scale = barScale(tiers, widthPx);
  const credits = [...tiers].sort((a, b) => (a.max_characters ?? Infinity) - (b.max_characters ?? Infinity));
  return (
    <thead>
      <tr>
        <th className="c-box" scope="col">
          <span className="sr-only">{t("select", { title: "" })}</span>
        </th>
        <th scope="col">{t("section")}</th>
        <th className="c-len" aria-hidden="true">
          {sized ? (
            <span className="relative block h-5 w-50">
              {starts.map((start, index) => {
                const tier = credits[index];
                return tier === undefined ? null : (
                  <span
                    className="absolute top-0"
                    key={start}
                    style={{ left: `${Math.round(start * scale) + (index === 0 ? 0 : 5)}px` }}
                  >
                    <Price min={tier.credits} max={tier.credits} />
                  </span>
                );
              })}
            </span>
          ) : null}
        </th>
        <th className="c-chars text-end whitespace-nowrap" scope="col">
          {sized ? t("characters") : null}
        </th>
        <th className="c-cost text-end whitespace-nowrap" scope="col">
          {t("toRead")}
        </th>
      </tr>
    </thead>
  );
}

/** Thin lines at the tier boundaries through all rows, drawn as one background behind the bars. */
export function boundLines(tiers: readonly Tier[]): string {
  const scale = barScale(tiers, widthPx);
  const lines = tierBounds(tiers).map((bound) => {
    const at = Math.round(bound * scale);
    return `linear-gradient(to right, transparent ${at}px, var(--color-line) ${at}px ${at + 1}px, transparent ${at + 1}px)`;
  });
  return lines.length === 0 ? "none" : lines.join(", ");
}
