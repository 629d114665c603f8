"use client";
"use memo";

import { useRouter } from "next/navigation";
import { type CSSProperties, type MouseEvent, useMemo } from "react";
import { headingGloss } from "@/lib/format/heading-names";
import { barScale, type MapRow as Row } from "@/lib/toc/prices";
import type { Tier } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/i18n/provider";
import { routes } from "@/lib/routes";
import { boundLines, MapHead } from "./MapHead.tsx";
import { MapRow } from "./MapRow.tsx";

interface Props {
  readonly documentId: string;
  readonly lang: string;
  readonly rows: readonly Row[];
  readonly tiers: readonly Tier[];
  readonly chosen: ReadonlySet<string>;
  /** Sections whose purchase has no outcome yet. */
  readonly pending: ReadonlySet<string>;
  readonly onSelect: (id: string, selected: boolean) => void;
}

/** The table of contents with the price of each section. Viewing it is free; a title links to its reading page. */
export function PriceMap({ documentId, lang, rows, tiers, chosen, pending, onSelect }: Props) {
  const t = useWords("document");
  const locale = useLocale();
  const open = useRowLinks(documentId);
  const figures = useMemo(() => new Intl.NumberFormat(locale), [locale]);
  const scale = barScale(tiers, 200);
  const sized = tiers.length > 0 && rows.some((row) => row.characters !== null);
  return (
    <table className="map" style={{ "--bounds": boundLines(tiers) } as CSSProperties} onClick={open}>
      <MapHead tiers={tiers} sized={sized} />
      <tbody>
        {rows.map((row) => {
          const title = row.title ?? row.id;
          return (
            <MapRow
              key={row.id}
              id={row.id}
              title={title}
              name={locale === "en" ? headingGloss(title, row.titleEn) : undefined}
              lang={lang}
              href={routes.section(documentId, row.id)}
              depth={row.depth}
              characters={row.characters === null ? null : figures.format(row.characters)}
              barPx={sized && row.characters !== null ? Math.max(1, Math.round(row.characters * scale)) : null}
              priceMin={row.price.min}
              priceMax={row.price.max}
              owned={row.owned}
              pending={pending.has(row.id) ? t("held") : undefined}
              selected={chosen.has(row.id)}
              included={!row.owned && row.ancestors.some((id) => chosen.has(id))}
              selectLabel={t("select", { title })}
              onSelect={onSelect}
            />
          );
        })}
      </tbody>
    </table>
  );
}

/**
 * Follows the rows' links without a reload. One listener for the whole table, because five hundred link components
 * would each have to hydrate.
 */
function useRowLinks(documentId: string) {
  const router = useRouter();
  return (event: MouseEvent<HTMLTableElement>) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    ) {
      return;
    }
    const link = event.target instanceof Element ? event.target.closest("a[data-section]") : null;
    const sectionId = link?.getAttribute("data-section");
    if (sectionId === null || sectionId === undefined) return;
    event.preventDefault();
    router.push(routes.section(documentId, sectionId));
  };
}
