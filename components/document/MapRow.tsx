"use client";
"use memo";

import { memo } from "react";
import { OwnedSeal, Price } from "@/components/cost";

export const indents = ["", "", "ps-5 max-md:ps-3", "ps-10 max-md:ps-6", "ps-14 max-md:ps-8", "ps-18 max-md:ps-8"];

interface MapRowProps {
  readonly id: string;
  readonly title: string;
  /** The English name of a prescribed heading, where the interface is English. */
  readonly name: string | undefined;
  readonly lang: string;
  readonly href: string;
  readonly depth: number;
  /** The number of characters, formatted for the user's language; null where the service sends no sizes. */
  readonly characters: string | null;
  readonly barPx: number | null;
  readonly priceMin: number;
  readonly priceMax: number;
  readonly owned: boolean;
  /** Text where a purchase of it has no outcome yet: it can't be bought meanwhile. */
  readonly pending: string | undefined;
  readonly selected: boolean;
  /** Inside a selected section, and bought with it. */
  readonly included: boolean;
  readonly selectLabel: string;
  readonly onSelect: (id: string, selected: boolean) => void;
}

const barMaxPx = 200;

/**
 * One section of the price map. Its props are plain values, so that a changed selection renders only the rows it
 * changes.
 */
export const MapRow = memo(function MapRow(props: MapRowProps) {
  const chosen = props.selected || props.included;
  return (
    <tr className={`hover:bg-sunk l${Math.min(props.depth, 2)}${chosen ? " is-sel" : ""}`} data-row>
      <td className="c-box">
        {props.owned || props.pending !== undefined ? null : (
          <input
            type="checkbox"
            aria-label={props.selectLabel}
            checked={chosen}
            disabled={props.included}
            onChange={(event) => props.onSelect(props.id, event.currentTarget.checked)}
          />
        )}
      </td>
      <td className="c-nm">
        <span className={`nm ${indents[Math.min(props.depth, 5)]}`}>
          <a href={props.href} lang={props.lang} data-section={props.id}>
            {props.title}
          </a>
          {props.name === undefined ? null : <small>{props.name}</small>}
        </span>
      </td>
      <td className="c-len" aria-hidden="true">
        {props.barPx === null ? null : (
          <span className={props.owned ? "len own" : "len"}>
            <i
              className={props.barPx > barMaxPx ? "over" : undefined}
              style={{ width: `${Math.min(props.barPx, barMaxPx)}px` }}
            />
          </span>
        )}
      </td>
      <td className="c-chars text-end whitespace-nowrap text-muted">{props.characters}</td>
      <td className="c-cost">
        <RowCost {...props} />
      </td>
    </tr>
  );
});

function RowCost({ owned, pending, priceMin, priceMax }: MapRowProps) {
  if (owned) return <OwnedSeal />;
  return pending === undefined ? <Price min={priceMin} max={priceMax} /> : <span className="pend">{pending}</span>;
}
