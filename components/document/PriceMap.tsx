"use client";
"use memo";

import { type CSSProperties, type MouseEvent, useLayoutEffect, useMemo, useRef } from "react";
import { useInner } from "@/components/ui/use-inner";
import { useSoftLinks } from "@/components/ui/use-soft-links";
import { keptHtml } from "@/lib/format/kept-html";
import type { Tier } from "@/lib/contract/prices";
import { useLocale, useWords } from "@/lib/i18n/provider";
import { writeNumber } from "@/lib/i18n/words";
import { routes } from "@/lib/routes";
import { barScale, type MapRow } from "@/lib/toc/prices";
import { boundLines, MapHead } from "./MapHead.tsx";
import { mapRowHtml } from "./map-row.ts";

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

/**
 * The table of contents with the price of each section. Viewing it is free; a title links to its reading page. The rows
 * are plain HTML, since a document has hundreds; what is selected is set on them.
 */
export function PriceMap({ documentId, lang, rows, tiers, chosen, pending, onSelect }: Props) {
  const t = useWords("document");
  const words = useWords("cost");
  const locale = useLocale();
  const follow = useSoftLinks();
  const body = useRef<HTMLTableSectionElement>(null);
  const scale = barScale(tiers, 200);
  const sized = tiers.length > 0 && rows.some((row) => row.characters !== null);
  const text = useMemo(() => {
    const write = () => {
      const each = rows.map((row) => {
        const title = row.title ?? row.id;
        return mapRowHtml(row, {
          title,
          name: row.titleEn ?? undefined,
          lang,
          href: routes.section(documentId, row.id),
          characters: row.characters === null ? "" : writeNumber(row.characters),
          barPx: sized && row.characters !== null ? Math.max(1, Math.round(row.characters * scale)) : null,
          pending: pending.has(row.id) ? t("held") : undefined,
          selectLabel: t("select", { title }),
          owned: words("owned"),
          // In Japanese the mark is enough for the eye.
          ownedHidden: locale === "ja",
          credits: words("creditsUnit", { n: row.price.max }),
        }).text;
      });
      return each.join("");
    };
    return pending.size === 0 ? keptHtml(rows, `map ${locale}`, write) : write();
  }, [rows, pending, documentId, lang, locale, scale, sized, t, words]);
  const inner = useInner(text);

  useLayoutEffect(() => {
    const shown = body.current?.rows ?? [];
    for (const [at, row] of rows.entries()) {
      const tr = shown[at];
      const box = tr?.querySelector("input");
      if (tr === undefined || box == null) continue;
      const included = row.ancestors.some((id) => chosen.has(id));
      box.disabled = included;
      box.checked = included || chosen.has(row.id);
      tr.classList.toggle("is-sel", box.checked);
    }
  }, [rows, chosen, inner]);

  // React tells changes of its own fields only; a box is changed by a click, of the keyboard too.
  const act = (event: MouseEvent<HTMLTableElement>) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return follow(event);
    const id = rows[target.closest("tr")?.sectionRowIndex ?? -1]?.id;
    if (id !== undefined) onSelect(id, target.checked);
  };
  return (
    <table className="map" style={{ "--bounds": boundLines(tiers) } as CSSProperties} onClick={act}>
      <MapHead tiers={tiers} sized={sized} />
      <tbody ref={body} dangerouslySetInnerHTML={inner} />
    </table>
  );
}
