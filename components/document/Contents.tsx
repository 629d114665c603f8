"use client";
"use memo";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useOwnedDocument } from "@/components/cost";
import { contentPrice, type Tier } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/next/provider";
import { noteContentTiers } from "@/lib/next/queries/content-tiers";
import { writeList } from "@/lib/text/i18n/write-list";
import { wholeCharacters } from "@/lib/text/toc/position";
import { mapRows, priceSelection } from "@/lib/text/toc/prices";
import { sectionTree, type TocSection } from "@/lib/text/toc/section-tree";
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
  readonly missingParts: readonly string[];
}

const nothingOwned = { whole: false, sections: [], pending: { sections: [] } };

/** The table of contents with its prices, and the total of what is chosen. */
export function Contents(props: Props) {
  const { documentId, title, lang, toc, tiers, characters, missingParts } = props;
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
  const headings = rows.filter((row) => row.partOf === null);
  const folding = rows.filter((row) => row.parts > 0).map((row) => row.id);
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const isOpen = folding.length > 0 && folding.every((id) => open.has(id));
  const count = headings.filter((row) => row.owned).length;

  const select = (id: string, selected: boolean) => setChosen((before) => changed(before, id, selected));
  const toggle = (id: string) => setOpen((before) => changed(before, id, !before.has(id)));

  return (
    <section aria-labelledby="toc">
      <div className="sect-h">
        <h2 id="toc">{t("contents")}</h2>
        <span className="text-muted text-12/ui">{t("ownedOf", { owned: count, all: headings.length })}</span>
        {folding.length === 0 ? null : (
          <span className="end">
            <button className="link" type="button" onClick={() => setOpen(new Set(isOpen ? [] : folding))}>
              {t(isOpen ? "closeParts" : "openParts", { n: rows.length - headings.length })}
            </button>
          </span>
        )}
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
          open={open}
          onOpen={toggle}
          onSelect={select}
        />
      )}
      {selection.sections.length === 0 ? null : (
        <SelectionTotal
          documentId={documentId}
          title={title}
          lang={lang}
          tiers={tiers}
          selection={selection}
          whole={contentPrice(tiers, all)}
          isIncomplete={missingParts.length > 0}
          onClear={() => setChosen(new Set())}
        />
      )}
    </section>
  );
}

function changed(before: ReadonlySet<string>, id: string, isIn: boolean): ReadonlySet<string> {
  const next = new Set(before);
  if (isIn) next.add(id);
  else next.delete(id);
  return next;
}
