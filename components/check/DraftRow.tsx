import { memo } from "react";
import type { DraftBlock } from "@/lib/features/check/draft";
import type { NumberedClaim } from "./draft-marks.ts";
import { MarkedText } from "./MarkedText.tsx";
import { VerdictLine } from "./VerdictLine.tsx";

interface Props {
  readonly block: DraftBlock;
  /** Of this block, those that the filter shows. */
  readonly claims: readonly NumberedClaim[];
  /** Undefined unless it is one of these. */
  readonly selected: number | undefined;
}

/** A block as it was set, with its verdicts in the margin. A long draft has thousands, so each is drawn when seen. */
export const DraftRow = memo(function DraftRow({ block, claims, selected }: Props) {
  return (
    <div className="grid grid-cols-[minmax(0,640px)_minmax(0,1fr)] gap-x-10 [contain-intrinsic-block-size:auto_60px] [content-visibility:auto] max-lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] max-lg:gap-x-6 max-md:block print:[content-visibility:visible]">
      <div className="py-2.5 text-[15px]/[26px] [overflow-wrap:anywhere] whitespace-pre-wrap">
        <Words block={block} claims={claims} selected={selected} />
      </div>
      {claims.length === 0 ? (
        <div />
      ) : (
        <ul
          className={`border-t border-line py-1 ps-4 pe-2 max-md:mb-3 max-md:border-s-2 max-md:border-t-0 max-md:ps-3 ${selected === undefined ? "" : "bg-sunk"}`}
        >
          {claims.map((claim) => (
            <VerdictLine key={claim.id} claim={claim} isSelected={claim.number === selected} />
          ))}
        </ul>
      )}
    </div>
  );
});

function Words({ block, claims, selected }: Props) {
  if (block.kind === "table") return <DraftTable rows={block.rows} claims={claims} selected={selected} />;
  const words = <MarkedText text={block.text} claims={claims} selected={selected} />;
  if (block.kind === "heading") return <h3 className="font-semibold">{words}</h3>;
  if (block.kind === "quotation") return <blockquote className="m-0 border-s-2 border-line ps-3">{words}</blockquote>;
  if (block.kind === "item") return <p className="ps-4">{words}</p>;
  return <p className={block.kind === "footnote" ? "text-12/5 text-muted" : undefined}>{words}</p>;
}

function DraftTable(props: {
  readonly rows: readonly (readonly string[])[];
  readonly claims: readonly NumberedClaim[];
  readonly selected: number | undefined;
}) {
  const { rows, claims, selected } = props;
  return (
    // Scrolled by its focus, so that keys reach what is wider than the page.
    <div className="overflow-x-auto" tabIndex={0} role="group">
      <table className="text-13/ui">
        <tbody>
          {rows.map((cells, row) => (
            <tr className="border-b border-line" key={row}>
              {cells.map((cell, column) => (
                <td className="py-1 pe-4 align-top tabular-nums" key={column}>
                  <MarkedText
                    text={cell}
                    claims={claims.filter((each) => each.cell?.row === row && each.cell.column === column)}
                    selected={selected}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
