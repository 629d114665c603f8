"use client";

import { memo } from "react";
import { OwnedSeal, Price } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { writeNumber } from "@/lib/text/i18n/words";
import type { MapRow } from "@/lib/text/toc/prices";

const indents = ["", "", "ps-5 max-md:ps-3", "ps-10 max-md:ps-6", "ps-14 max-md:ps-8", "ps-18 max-md:ps-8"];
const barMaxPx = 200;

interface Props {
  readonly documentId: string;
  readonly lang: string;
  readonly row: MapRow;
  /** The width of its bar for each character; undefined where the service sends no sizes. */
  readonly scale: number | undefined;
  readonly isChosen: boolean;
  /** True where a section around it is chosen, and it with that one. */
  readonly isIncluded: boolean;
  /** True where a purchase of it has no outcome yet: it can't be bought meanwhile. */
  readonly isPending: boolean;
  /** True where its parts are shown. */
  readonly isOpen: boolean;
  readonly onOpen: (id: string) => void;
  readonly onSelect: (id: string, selected: boolean) => void;
}

/** One section of the price map. Rendered again only where it changes: a document has hundreds. */
export const MapLine = memo(function MapLine(props: Props) {
  const { row, isPending } = props;
  const t = useWords("document");
  const locale = useLocale();
  const title = row.title ?? row.id;
  const isSelected = props.isChosen || props.isIncluded;
  const canSelect = !row.owned && !isPending;
  const look = `l${Math.min(row.depth, 2)}${row.partOf === null ? "" : " part"}`;
  const parts = row.parts === 0 ? null : t("parts", { n: row.parts });
  return (
    <tr
      className={canSelect && isSelected ? `${look} is-sel ${props.isIncluded ? "is-in" : ""}` : look}
      data-row="true"
    >
      <td className="c-box">
        {canSelect ? (
          <input
            type="checkbox"
            aria-label={t("select", { title })}
            checked={isSelected}
            disabled={props.isIncluded}
            onChange={(event) => props.onSelect(row.id, event.target.checked)}
          />
        ) : null}
      </td>
      <td className="c-nm">
        <span className={`nm ${indents[Math.min(row.depth, 5)]}`}>
          <span className="gut">
            {parts === null ? null : (
              <button
                type="button"
                aria-expanded={props.isOpen}
                aria-label={t("partsOf", { parts, title })}
                onClick={() => props.onOpen(row.id)}
              />
            )}
          </span>
          <Link
            href={routes.section(props.documentId, row.id)}
            lang={props.lang}
            data-section={row.id}
            data-row-link=""
          >
            {title}
          </Link>
          {row.titleEn === null && parts === null ? null : (
            <small>{[row.titleEn, parts].filter((each) => each !== null).join(between(locale))}</small>
          )}
        </span>
      </td>
      <td className="c-len" aria-hidden="true">
        <Bar row={row} scale={props.scale} />
      </td>
      <td className="c-chars text-end whitespace-nowrap text-muted">
        {row.characters === null ? "" : writeNumber(row.characters)}
      </td>
      <td className="c-cost">
        {row.owned ? <OwnedSeal /> : isPending ? <span className="pend">{t("held")}</span> : <Price {...row.price} />}
      </td>
    </tr>
  );
});

function Bar({ row, scale }: { readonly row: MapRow; readonly scale: number | undefined }) {
  if (scale === undefined || row.characters === null) return null;
  const px = Math.max(1, Math.round(row.characters * scale));
  return (
    <span className={row.owned ? "len own" : "len"}>
      <i className={px > barMaxPx ? "over" : undefined} style={{ width: Math.min(px, barMaxPx) }} />
    </span>
  );
}
