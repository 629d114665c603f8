import { priceHtml, sealHtml } from "@/components/cost";
import { type Html, html } from "@/lib/format/html";
import type { MapRow } from "@/lib/toc/prices";

const indents = ["", "", "ps-5 max-md:ps-3", "ps-10 max-md:ps-6", "ps-14 max-md:ps-8", "ps-18 max-md:ps-8"];
const barMaxPx = 200;

interface RowWords {
  readonly title: string;
  /** The English name of a prescribed heading, where the interface is English. */
  readonly name: string | undefined;
  readonly lang: string;
  readonly href: string;
  /** Written in the user's language; empty where the service sends no sizes. */
  readonly characters: string;
  readonly barPx: number | null;
  /** Text where a purchase of it has no outcome yet: it can't be bought meanwhile. */
  readonly pending: string | undefined;
  readonly selectLabel: string;
  readonly owned: string;
  /** Whether the word "owned" is only for screen readers. */
  readonly ownedHidden: boolean;
  readonly credits: string;
}

/** One section of the price map. */
export function mapRowHtml(row: MapRow, words: RowWords): Html {
  const { barPx } = words;
  const box =
    row.owned || words.pending !== undefined
      ? undefined
      : html`<input type="checkbox" aria-label="${words.selectLabel}">`;
  const over = barPx !== null && barPx > barMaxPx ? html` class="over"` : undefined;
  const bar =
    barPx === null
      ? undefined
      : html`<span class="${row.owned ? "len own" : "len"}"><i${over} style="width:${Math.min(barPx, barMaxPx)}px"></i></span>`;
  const name = words.name === undefined ? undefined : html`<small>${words.name}</small>`;
  const link = html`<a href="${words.href}" lang="${words.lang}" data-section="${row.id}">${words.title}</a>`;
  return html`<tr class="hover:bg-sunk l${Math.min(row.depth, 2)}" data-row="true"><td class="c-box">${box}</td><td class="c-nm"><span class="nm ${indents[Math.min(row.depth, 5)]}">${link}${name}</span></td><td class="c-len" aria-hidden="true">${bar}</td><td class="c-chars text-end whitespace-nowrap text-muted">${words.characters}</td><td class="c-cost">${cost(row, words)}</td></tr>`;
}

function cost({ owned, price }: MapRow, words: RowWords): Html {
  if (owned) return sealHtml(words.owned, words.ownedHidden);
  if (words.pending !== undefined) return html`<span class="pend">${words.pending}</span>`;
  return priceHtml(price, words.credits);
}
