"use client";
"use memo";

import { type RefObject, useLayoutEffect, useSyncExternalStore } from "react";
import { FiledText } from "@/components/ui/FiledText";
import { layOutLaterAbove, scrollerOf } from "@/components/ui/text-heights";
import { useWords } from "@/lib/next/provider";
import type { FlowPiece } from "@/lib/reading/reading-data";
import { expectedHeightPx } from "./flow";
import { onFigureOver, onImageClick, onTableCopy } from "./table-events";
import { useTableHeads } from "./use-table-heads";

/**
 * The text as a list of pieces. The requested piece is rendered from the start. Those after it are empty boxes of the
 * expected height; those before it are added once the page can scroll by their height, so that the first paint shows
 * the right place.
 */
export function Flow(props: {
  flowRef: RefObject<HTMLElement | null>;
  pieces: readonly FlowPiece[];
  html: Readonly<Record<string, string>>;
  target: string;
  language: string;
  whole: boolean;
  /** The sections that a print holds. */
  printed: ReadonlySet<string>;
}) {
  const { flowRef, pieces, target } = props;
  const t = useWords("reader");
  useTableHeads(flowRef);
  const before = Math.max(
    0,
    pieces.findIndex((piece) => piece.sectionId === target),
  );
  const added = useSyncExternalStore(
    noChanges,
    () => true,
    () => before === 0,
  );
  useLayoutEffect(() => {
    if (!added || before === 0 || flowRef.current === null) return;
    addAbove(flowRef.current, target);
    // Runs when the pieces before are added, not each time a text arrives.
  }, [added, before, flowRef, target]);

  return (
    <div
      className={props.whole ? "flow whole" : "flow"}
      ref={(node) => {
        flowRef.current = node;
      }}
      onClick={(event) => {
        onTableCopy(t("copied"))(event);
        onImageClick(t("close"))(event);
      }}
      onPointerOver={onFigureOver}
    >
      {pieces.map((piece, index) => (
        <Piece
          key={piece.sectionId}
          piece={piece}
          html={props.html[piece.sectionId]}
          hidden={!added && index < before}
          printed={props.printed.has(piece.sectionId)}
          language={props.language}
        />
      ))}
    </div>
  );
}

const noChanges = () => () => undefined;

/** Pieces added above push the text being read down, so the pane is scrolled by exactly their height. */
function addAbove(flow: HTMLElement, target: string): void {
  const piece = flow.querySelector<HTMLElement>(`:scope > [data-section="${CSS.escape(target)}"]`);
  if (piece === null) return;
  const joined: HTMLElement[] = [];
  for (let each = piece.previousElementSibling; each instanceof HTMLElement; each = each.previousElementSibling) {
    joined.push(each);
  }
  for (const each of joined) each.hidden = true;
  const before = piece.getBoundingClientRect().top;
  for (const each of joined) each.hidden = false;
  layOutLaterAbove(piece);
  scrollerOf(flow)?.scrollBy({ top: piece.getBoundingClientRect().top - before, behavior: "instant" });
}

function Piece(props: {
  piece: FlowPiece;
  html: string | undefined;
  hidden: boolean;
  printed: boolean;
  language: string;
}) {
  const { piece, html } = props;
  const onPaper = props.printed ? "" : " print:hidden";
  const t = useWords("reader");
  const height = expectedHeightPx(piece.characters);
  if (html === undefined) {
    return (
      <section
        className={`prose piece shell${onPaper}`}
        data-section={piece.sectionId}
        hidden={props.hidden}
        aria-busy="true"
        style={{ minHeight: height }}
      >
        <p className="text-muted text-12/ui">
          <span lang={props.language}>{piece.title}</span> {t("loading")}
        </p>
      </section>
    );
  }
  return (
    <FiledText
      html={html}
      className={`prose piece${onPaper}`}
      data-section={piece.sectionId}
      data-filled=""
      hidden={props.hidden}
      lang={props.language}
      style={{ containIntrinsicBlockSize: `auto ${height}px` }}
    />
  );
}
