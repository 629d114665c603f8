"use client";
"use memo";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useOwnedDocument } from "@/components/cost";
import { contentPrice, type PriceRange, type Tier } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import { noteContentTiers } from "@/lib/next/queries/content-tiers";
import { writeList } from "@/lib/text/i18n/write-list";
import { wholeCharacters } from "@/lib/text/toc/position";
import { mapRows, priceSelection } from "@/lib/text/toc/prices";
import { sectionTree, type TocSection } from "@/lib/text/toc/section-tree";
import { CheapestRoute } from "./CheapestRoute.tsx";
import { PriceMap } from "./PriceMap.tsx";
import { SelectionTotal } from "./SelectionTotal.tsx";

interface Props {
  readonly documentId: string;
  readonly title: string;
  readonly lang: string;
  /** An English title is there only where it is to be shown. */
  readonly toc: readonly TocSection[];
  readonly tiers: readonly Tier[];
  readonly characters: number | null;
  readonly hasPages: boolean;
  readonly missingParts: readonly string[];
}

const nothingOwned = { whole: false, sections: [], pending: { sections: [] } };

/** The cheapest ways in, the price map, the running total. */
export function Contents(props: Props) {
  const { documentId, title, lang, toc, tiers, characters, hasPages, missingParts } = props;
  const t = useWords("document");
  const locale = useLocale();
  const owned = useOwnedDocument(documentId).data ?? nothingOwned;
  const client = useQueryClient();
  // Lists price their rows by the content tiers of the last document loaded, which this puts into the cache.
  useEffect(() => noteContentTiers(client, tiers), [client, tiers]);
  const pending = useMemo(() => new Set(owned.pending.sections), [owned.pending.sections]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = useMemo(() => mapRows(toc, tiers, owned), [toc, tiers, owned]);
  const selection = useMemo(() => priceSelection(rows, tiers, chosen), [rows, tiers, chosen]);
  const all = wholeCharacters(sectionTree(toc), characters);
  const whole = { characters: all, price: contentPrice(tiers, all), owned: owned.whole };
  const count = rows.filter((row) => row.owned).length;

  const select = (id: string, selected: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      if (selected) next.add(id);
      else next.delete(id);
      return next;
    });

  return (
    <>
      <CheapestRoute
        onePage={hasPages}
        oneSection={cheapestOf(rows.filter((row) => !row.owned).map((row) => row.price))}
        selection={selection}
        whole={whole.price}
        owned={owned.whole}
        isIncomplete={missingParts.length > 0}
      />
      <section aria-labelledby="toc">
        <div className="sect-h">
          <h2 id="toc">{t("contents")}</h2>
          <span className="text-muted text-12/ui">{t("ownedOf", { owned: count, all: rows.length })}</span>
          <span className="end">{t("lookingFree")}</span>
        </div>
        {missingParts.length === 0 ? null : (
          <p className="text-muted text-12/ui">{t("partsMissing", { parts: writeList(missingParts, locale) })}</p>
        )}
        {rows.length === 0 ? (
          <p className="text-muted">{t(missingParts.length > 0 ? "noTocIncomplete" : "noToc")}</p>
        ) : (
          <PriceMap
            documentId={documentId}
            lang={lang}
            rows={rows}
            tiers={tiers}
            chosen={chosen}
            pending={pending}
            onSelect={select}
          />
        )}
        <SelectionTotal
          documentId={documentId}
          title={title}
          lang={lang}
          tiers={tiers}
          selection={selection}
          whole={whole}
          firstSection={rows[0]?.id}
          isIncomplete={missingParts.length > 0}
          onClear={() => setChosen(new Set())}
        />
      </section>
    </>
  );
}

function cheapestOf(prices: readonly PriceRange[]): PriceRange | null {
  return prices.reduce<PriceRange | null>(
    (best, price) => (best === null || price.min < best.min ? price : best),
    null,
  );
}
