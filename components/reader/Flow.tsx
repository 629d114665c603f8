"use client";
"use memo";

import { type RefObject, useLayoutEffect, useSyncExternalStore } from "react";
import { useWords } from "@/lib/i18n/provider";
import { useTableHeads } from "./use-table-heads";
import { expectedHeightPx, type FlowPiece } from "./flow";
import { onFigureOver, onImageClick, onTableCopy } from "./table-events";

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
  const pane = flow.closest("[data-pane]");
  const scroller = pane !== null && getComputedStyle(pane).overflowY === "auto" ? pane : document.scrollingElement;
  scroller?.scrollBy({ top: piece.getBoundingClientRect().top - before, behavior: "instant" });
  if (scroller !== null) paintWhereItStands(scroller, flow);
}

/** As long as the texts above may still change their heights after the page has landed. */
const landingMs = 5_000;

/**
 * When a piece above gets its real height, the browser moves the scrolled place with it, but Chromium may go on painting
 * the place before, under layers that are already at the new one, until something scrolls. So it is scrolled by a pixel
 * there and back, until the reader scrolls.
 */
function paintWhereItStands(scroller: Element, flow: HTMLElement): void {
  const heights = new ResizeObserver(() => {
    scroller.scrollBy({ top: 1, behavior: "instant" });
    requestAnimationFrame(() => scroller.scrollBy({ top: -1, behavior: "instant" }));
  });
  heights.observe(flow);
  const end = () => {
    heights.disconnect();
    clearTimeout(timer);
    for (const name of readersOwn) scroller.removeEventListener(name, end);
  };
  const timer = setTimeout(end, landingMs);
  for (const name of readersOwn) scroller.addEventListener(name, end, { passive: true });
}

const readersOwn = ["wheel", "touchstart", "pointerdown", "keydown"] as const;

function Piece(props: { piece: FlowPiece; html: string | undefined; hidden: boolean; language: string }) {
  const { piece, html } = props;
  const t = useWords("reader");
  const height = expectedHeightPx(piece.characters);
  if (html === undefined) {
    return (
      <section
        className="prose piece shell"
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
    <section
      className="prose piece"
      data-section={piece.sectionId}
      data-filled=""
      hidden={props.hidden}
      lang={props.language}
      style={{ containIntrinsicBlockSize: `auto ${height}px` }}
      // Sanitised on the server against an allow-list: lib/markdown.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
