"use client";

import { type RefObject, useState } from "react";
import { ModKey } from "@/components/keys";
import { type ViewState, zoomed } from "@/components/pages";
import { useWords } from "@/lib/next/provider";

interface Props {
  readonly barRef: RefObject<HTMLDivElement | null>;
  readonly jumpRef: RefObject<HTMLInputElement | null>;
  readonly current: number;
  readonly count: number;
  readonly zoom: ViewState["zoom"];
  readonly onZoom: (zoom: ViewState["zoom"]) => void;
  readonly onGo: (index: number) => void;
  readonly onFind: () => void;
}

export function PdfBar({ barRef, jumpRef, ...props }: Props) {
  const t = useWords("originals");
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <div
      className="sticky top-0 z-2 flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line bg-paper px-6 py-2.25 max-md:top-(--bar-h) max-md:px-4 print:hidden"
      ref={barRef}
    >
      <form
        className="row-acts flex-nowrap"
        onSubmit={(event) => {
          event.preventDefault();
          const n = Number(typed?.normalize("NFKC"));
          if (typed !== null && Number.isInteger(n) && n >= 1 && n <= props.count) props.onGo(n - 1);
          setTyped(null);
          jumpRef.current?.blur();
        }}
      >
        <label htmlFor="pdf-page">{t("page")}</label>
        <input
          id="pdf-page"
          className="input w-14"
          inputMode="numeric"
          autoComplete="off"
          ref={jumpRef}
          value={typed ?? (props.count === 0 ? "" : String(props.current + 1))}
          onChange={(event) => setTyped(event.target.value)}
          onFocus={(event) => event.target.select()}
          onBlur={() => setTyped(null)}
        />
        <span className="text-muted whitespace-nowrap">{props.count === 0 ? null : t("of", { n: props.count })}</span>
      </form>
      <span className="seg" role="group" aria-label={t("zoom")}>
        <button type="button" aria-label={t("zoomOut")} onClick={() => props.onZoom(zoomed(props.zoom, -1))}>
          −
        </button>
        <button
          type="button"
          aria-pressed={props.zoom === "fit"}
          onClick={() => props.onZoom(props.zoom === "fit" ? 100 : "fit")}
        >
          {props.zoom === "fit" || props.zoom === 100 ? t("fitWidth") : `${props.zoom} %`}
        </button>
        <button type="button" aria-label={t("zoomIn")} onClick={() => props.onZoom(zoomed(props.zoom, 1))}>
          +
        </button>
      </span>
      <button className="link whitespace-nowrap" type="button" onClick={props.onFind}>
        {t("find")} <ModKey letter="F" />
      </button>
    </div>
  );
}
