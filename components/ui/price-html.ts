import type { PriceRange } from "@/lib/contract/prices";
import { type Html, html } from "@/lib/format/html";

/** `<Price>` and `<OwnedSeal>` for rows that are made as HTML. `credits` and `owned` are the words of both. */

export function priceHtml({ min, max }: PriceRange, credits: string): Html {
  const shown = min === max ? min : `${min}–${max}`;
  return html`<span class="price">${shown}<span class="sr-only"> ${credits}</span></span>`;
}

/** `hidden`: the mark is enough for the eye, as it is in Japanese and where there is little room. */
export function sealHtml(owned: string, hidden: boolean): Html {
  return html`<span class="seal">${hidden ? html`<span class="sr-only">${owned}</span>` : owned}</span>`;
}
