import type { ReactNode } from "react";
import { getWords } from "@/lib/next/locale.server";
import { type Block, isChanged, type Row, shownText } from "@/lib/text/redline/blocks";
import type { Change, Part } from "@/lib/text/redline/change";

type Side = "both" | "before" | "after";
type ChangeWords = Awaited<ReturnType<typeof getWords<"changes">>>;

/** Unchanged passages beside a change are shown, further ones are behind a line. */
const contextBlocks = 1;

/** A redline as text with what was deleted and inserted; side by side, each text with what it alone has. */
export async function Redline(props: {
  readonly blocks: readonly Block[];
  readonly lang: string;
  readonly isSideBySide: boolean;
}) {
  const t = await getWords("changes");
  return (
    <div
      className={`font-reading text-16/[1.75] [&_del+ins]:ms-1 [&_table]:font-ui [&_table]:text-13 ${props.isSideBySide ? "" : "max-w-[44em]"}`}
      lang={props.lang}
      data-redline
    >
      {folded(props.blocks).map((run) => {
        const shown = run.blocks.map((block, index) => (
          <OneBlock key={run.from + index} block={block} isSideBySide={props.isSideBySide} t={t} />
        ));
        if (!run.isFolded) return shown;
        return (
          <details className="my-3 border-y border-dotted border-edge" key={run.from} data-unchanged>
            <summary className="cursor-pointer py-1 font-ui text-12 text-muted">
              {t("unchangedN", { n: run.blocks.length })}
            </summary>
            {shown}
          </details>
        );
      })}
    </div>
  );
}

interface Run {
  readonly from: number;
  readonly blocks: readonly Block[];
  readonly isFolded: boolean;
}

function folded(blocks: readonly Block[]): readonly Run[] {
  const isNear = blocks.map((_, at) =>
    blocks.slice(Math.max(0, at - contextBlocks), at + contextBlocks + 1).some(isChanged),
  );
  const runs: { from: number; blocks: Block[]; isFolded: boolean }[] = [];
  blocks.forEach((block, at) => {
    const isFolded = isNear[at] === false;
    const last = runs.at(-1);
    if (last?.isFolded === isFolded) last.blocks.push(block);
    else runs.push({ from: at, blocks: [block], isFolded });
  });
  return runs;
}

function OneBlock({ block, isSideBySide, t }: { block: Block; isSideBySide: boolean; t: ChangeWords }) {
  const mark = isChanged(block) ? { "data-at": "" } : {};
  if (!isSideBySide) {
    return (
      <div className="my-3 scroll-mt-24" {...mark} tabIndex={isChanged(block) ? -1 : undefined}>
        <OneSide block={block} side="both" t={t} />
      </div>
    );
  }
  return (
    <div
      className="my-3 grid scroll-mt-24 grid-cols-2 gap-x-8 max-md:grid-cols-1"
      {...mark}
      tabIndex={isChanged(block) ? -1 : undefined}
    >
      <div className="min-w-0">
        <OneSide block={block} side="before" t={t} />
      </div>
      <div className="min-w-0">
        <OneSide block={block} side="after" t={t} />
      </div>
    </div>
  );
}

function OneSide({ block, side, t }: { block: Block; side: Side; t: ChangeWords }) {
  if (block.kind === "table") return <TableSide rows={block.rows} side={side} t={t} />;
  const parts = block.changes.filter((change) => isOn(change.kind, side));
  if (parts.length === 0) return null;
  const text = parts.map((change, at) => <OneChange key={at} change={change} side={side} t={t} />);
  return <p className={block.heading ? "font-semibold" : "whitespace-pre-line"}>{text}</p>;
}

function OneChange({ change, side, t }: { change: Change; side: Side; t: ChangeWords }) {
  return (
    <>
      <Move kind={change.kind} move={change.move} t={t} />
      <Parts parts={change.parts} side={side} />
    </>
  );
}

/** Marks both the old and the new place of a moved passage. */
function Move({ kind, move, t }: { kind: Change["kind"]; move: number | undefined; t: ChangeWords }) {
  if (move === undefined) return null;
  return (
    <span className="me-1 font-ui text-12 text-muted">
      {kind === "deleted" ? t("movedAway", { n: move }) : t("movedHere", { n: move })}
    </span>
  );
}

function Parts({ parts, side }: { parts: readonly Part[]; side: Side }): ReactNode {
  return parts
    .filter((part) => isOn(part.kind, side))
    .map((part, at) => {
      const text = shownText(part.text);
      if (part.kind === "same" || text.trim() === "") return text;
      return part.kind === "deleted" ? (
        <del className="text-muted line-through decoration-1" key={at}>
          {text}
        </del>
      ) : (
        <ins className="bg-sunk underline decoration-2 underline-offset-3" key={at}>
          {text}
        </ins>
      );
    });
}

function TableSide({ rows, side, t }: { rows: readonly Row[]; side: Side; t: ChangeWords }) {
  const shown = rows.filter((row) => isOn(row.kind, side));
  if (shown.length === 0) return null;
  return (
    <div className="overflow-x-auto">
      <table className="border-collapse tabular-nums [&_:is(td,th)]:border [&_:is(td,th)]:border-line [&_:is(td,th)]:px-2 [&_:is(td,th)]:py-1 [&_:is(td,th)]:text-start [&_:is(td,th)]:align-top">
        <tbody>
          {shown.map((row, at) => (
            <tr key={at} className={row.kind === "same" ? undefined : "bg-sunk/50"}>
              {row.cells.map((cell, index) => {
                const Tag = cell.isHead ? "th" : "td";
                return (
                  <Tag key={index} colSpan={cell.columns} rowSpan={row.kind === "same" ? cell.rows : 1}>
                    {index === 0 ? <Move kind={row.kind} move={row.move} t={t} /> : null}
                    <Parts parts={cell.parts} side={side} />
                  </Tag>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function isOn(kind: Change["kind"], side: Side): boolean {
  return (
    side === "both" || kind === "same" || kind === "changed" || kind === (side === "before" ? "deleted" : "inserted")
  );
}
