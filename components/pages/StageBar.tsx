"use client";

import type { Route } from "next";
import { type RefObject, useState } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import { type ViewState, zoomed } from "./page-state";

interface Props {
  readonly documentId: string;
  readonly barRef: RefObject<HTMLDivElement | null>;
  readonly jumpRef: RefObject<HTMLInputElement | null>;
  readonly textHref: Route | undefined;
  readonly current: number;
  readonly count: number;
  readonly view: ViewState;
  readonly onView: (view: ViewState) => void;
  readonly onGo: (index: number) => void;
  /** A page's number is written in full: it will be gone to when Enter is pressed. */
  readonly onWritten: (index: number) => void;
}

export function StageBar({ barRef, jumpRef, ...props }: Props) {
  const t = useWords("pages");
  const { view, onView } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const jump = () => {
    const n = pageWritten(typed ?? "", props.count);
    if (n !== undefined) props.onGo(n - 1);
    setTyped(null);
  };
  const write = (text: string) => {
    setTyped(text);
    const n = pageWritten(text, props.count);
    if (n !== undefined && isComplete(n, props.count)) props.onWritten(n - 1);
  };
  return (
    <div
      className="sticky top-0 z-2 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-paper px-6 py-2.25 max-md:top-(--bar-h) max-md:px-4 print:hidden"
      ref={barRef}
    >
      <span className="seg">
        {props.textHref === undefined ? null : <Link href={props.textHref}>{t("text")}</Link>}
        <a href="#main" aria-current="true">
          {t("page")}
        </a>
        <Link href={routes.pages(props.documentId)}>{t("allPages")}</Link>
      </span>
      <form
        className="row-acts flex-nowrap"
        onSubmit={(event) => {
          event.preventDefault();
          jump();
          jumpRef.current?.blur();
        }}
      >
        <label htmlFor="page-number">{t("page")}</label>
        <input
          id="page-number"
          className="input w-14"
          inputMode="numeric"
          autoComplete="off"
          ref={jumpRef}
          value={typed ?? String(props.current + 1)}
          onChange={(event) => write(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTyped(null)}
        />
        <span className="text-muted whitespace-nowrap">{t("of", { n: props.count })}</span>
      </form>
      <span className="seg" role="group" aria-label={t("zoom")}>
        <button
          type="button"
          aria-label={t("zoomOut")}
          onClick={() => onView({ ...view, zoom: zoomed(view.zoom, -1) })}
        >
          −
        </button>
        <button
          type="button"
          aria-pressed={view.zoom === "fit"}
          onClick={() => onView({ ...view, zoom: view.zoom === "fit" ? 100 : "fit" })}
        >
          {view.zoom === "fit" || view.zoom === 100 ? t("fitWidth") : `${view.zoom} %`}
        </button>
        <button type="button" aria-label={t("zoomIn")} onClick={() => onView({ ...view, zoom: zoomed(view.zoom, 1) })}>
          +
        </button>
      </span>
      <button className="btn max-md:hidden" type="button" onClick={() => onView({ ...view, turn: turned(view.turn) })}>
        {t("rotate")}
      </button>
      <span className="ms-auto max-md:hidden">
        <span className="seg" role="group" aria-label={t("mode")}>
          <button
            type="button"
            aria-pressed={view.mode === "single"}
            onClick={() => onView({ ...view, mode: "single" })}
          >
            {t("single")}
          </button>
          <button
            type="button"
            aria-pressed={view.mode === "continuous"}
            onClick={() => onView({ ...view, mode: "continuous" })}
          >
            {t("continuous")}
          </button>
        </span>
      </span>
    </div>
  );
}

/** The page that a text names, in digits of either width. */
function pageWritten(text: string, count: number): number | undefined {
  const n = Number(text.normalize("NFKC"));
  return Number.isInteger(n) && n >= 1 && n <= count ? n : undefined;
}

/** No further digit can follow, so that no other page is meant: of 200 pages 150 is such a number, 15 is not. */
function isComplete(n: number, count: number): boolean {
  return n * 10 > count;
}

function turned(turn: ViewState["turn"]): ViewState["turn"] {
  const next = { 0: 90, 90: 180, 180: 270, 270: 0 } as const;
  return next[turn];
}
