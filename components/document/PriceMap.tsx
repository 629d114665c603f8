"use client";
"use memo";

import type { Tier } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { barScale, type MapRow } from "@/lib/text/toc/prices";
import { MapLine } from "./MapLine.tsx";

interface Props {
  readonly documentId: string;
  readonly lang: string;
  readonly rows: readonly MapRow[];
  readonly tiers: readonly Tier[];
  readonly chosen: ReadonlySet<string>;
  /** Sections whose purchase has no outcome yet. */
  readonly pending: ReadonlySet<string>;
  /** Headings whose parts are shown. */
  readonly open: ReadonlySet<string>;
  readonly onOpen: (id: string) => void;
  readonly onSelect: (id: string, selected: boolean) => void;
}

/**
 * The table of contents with the price of each section: its headings, and the parts of those that are open. Viewing it
 * is free; a title links to its reading page.
 */
export function PriceMap({ documentId, lang, rows, tiers, chosen, pending, open, onOpen, onSelect }: Props) {
  const t = useWords("document");
  const sized = tiers.length > 0 && rows.some((row) => row.characters !== null);
  const scale = sized ? barScale(tiers, 200) : undefined;
  const folds = rows.some((row) => row.parts > 0);
  return (
    <table className={chosen.size > 0 ? "map picking" : "map"} data-folds={folds || undefined}>
      <thead>
        <tr>
          <th className="c-box" scope="col">
            <span className="sr-only">{t("select", { title: "" })}</span>
          </th>
          <th scope="col">{t("section")}</th>
          <th className="c-len" aria-hidden="true" />
          <th className="c-chars text-end whitespace-nowrap" scope="col">
            {sized ? t("characters") : null}
          </th>
          <th className="c-cost text-end whitespace-nowrap" scope="col">
            {t("toRead")}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows
          .filter((row) => row.partOf === null || open.has(row.partOf))
          .map((row) => (
            <MapLine
              key={row.id}
              documentId={documentId}
              lang={lang}
              row={row}
              scale={scale}
              isChosen={chosen.has(row.id)}
              isIncluded={row.ancestors.some((id) => chosen.has(id))}
              isPending={pending.has(row.id)}
              isOpen={open.has(row.id)}
              onOpen={onOpen}
              onSelect={onSelect}
            />
          ))}
      </tbody>
    </table>
  );
}
