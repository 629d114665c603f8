"use client";
"use memo";

import type { CSSProperties } from "react";
import type { Tier } from "@/lib/contract/prices";
import { barScale, type MapRow } from "@/lib/text/toc/prices";
import { boundLines, MapHead } from "./MapHead.tsx";
import { MapLine } from "./MapLine.tsx";

interface Props {
  readonly documentId: string;
  readonly lang: string;
  readonly rows: readonly MapRow[];
  readonly tiers: readonly Tier[];
  readonly chosen: ReadonlySet<string>;
  /** Sections whose purchase has no outcome yet. */
  readonly pending: ReadonlySet<string>;
  readonly onSelect: (id: string, selected: boolean) => void;
}

/** The table of contents with the price of each section. Viewing it is free; a title links to its reading page. */
export function PriceMap({ documentId, lang, rows, tiers, chosen, pending, onSelect }: Props) {
  const sized = tiers.length > 0 && rows.some((row) => row.characters !== null);
  const scale = sized ? barScale(tiers, 200) : undefined;
  return (
    <table className="map" style={{ "--bounds": boundLines(tiers) } as CSSProperties}>
      <MapHead tiers={tiers} sized={sized} />
      <tbody>
        {rows.map((row) => (
          <MapLine
            key={row.id}
            documentId={documentId}
            lang={lang}
            row={row}
            scale={scale}
            isChosen={chosen.has(row.id)}
            isIncluded={row.ancestors.some((id) => chosen.has(id))}
            isPending={pending.has(row.id)}
            onSelect={onSelect}
          />
        ))}
      </tbody>
    </table>
  );
}
