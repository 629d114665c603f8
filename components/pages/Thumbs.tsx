"use client";
"use memo";

import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { useWords } from "@/lib/next/provider";
import { api, routes } from "@/lib/routes";
import { layoutPages, type PageBox, pagesIn, shownRatio } from "./geometry";
import { spaceFor } from "./spacers";

const measures = { captionHeight: 0, gap: 12 };
/** The width of the column with the page number beside each thumbnail. */
const numberPx = 36;

interface Props {
  readonly documentId: string;
  readonly pages: readonly PageBox[];
  readonly current: number;
  readonly owned: ReadonlySet<number>;
  readonly ordered: ReadonlySet<number>;
  /** Pages whose image the viewer has loaded. Thumbnails reuse these images and load none themselves. */
  readonly loaded: Pick<ReadonlySet<number>, "has">;
  readonly onGo: (index: number) => void;
}

export function Thumbs(props: Props) {
  const t = useWords("pages");
  const pane = useRef<HTMLElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [range, setRange] = useState<readonly [number, number]>([
    Math.max(0, props.current - 2),
    Math.min(props.pages.length - 1, props.current + 10),
  ]);
  const { pages, current } = props;

  useEffect(() => {
    const element = pane.current;
    if (element === null) return;
    const look = () => {
      const layout = layoutOf(list.current, pages);
      if (layout === undefined) return;
      const [first, last] = pagesIn(layout, element.scrollTop, element.scrollTop + element.clientHeight);
      setRange([Math.max(0, first - 4), Math.min(pages.length - 1, last + 4)]);
    };
    look();
    element.addEventListener("scroll", look, { passive: true });
    return () => element.removeEventListener("scroll", look);
  }, [pages]);

  useLayoutEffect(() => {
    const element = pane.current;
    const layout = layoutOf(list.current, pages);
    if (element === null || layout === undefined) return;
    const top = layout.tops[current] ?? 0;
    const bottom = top + (layout.heights[current] ?? 0);
    if (top < element.scrollTop + 20 || bottom > element.scrollTop + element.clientHeight - 40) {
      element.scrollTop = top - element.clientHeight / 3;
    }
  }, [current, pages]);

  const [first, last] = range;
  return (
    <nav
      className="relative overflow-y-auto border-e border-line py-4 ps-8 pe-5 max-md:hidden print:hidden"
      aria-label={t("pages")}
      ref={pane}
    >
      <ol className="[&>li+li]:mt-3" ref={list}>
        {first > 0 ? <Space pages={pages.slice(0, first)} /> : null}
        {pages.slice(first, last + 1).map((page) => (
          <Thumb key={page.pageNumber} {...props} page={page} />
        ))}
        {last < pages.length - 1 ? <Space pages={pages.slice(last + 1)} /> : null}
      </ol>
    </nav>
  );
}

function Space({ pages }: { pages: readonly PageBox[] }) {
  return (
    <li aria-hidden="true" className="ms-9">
      <div style={{ paddingBlockStart: spaceFor(pages, 0, measures) }} />
    </li>
  );
}

function layoutOf(list: HTMLElement | null, pages: readonly PageBox[]) {
  if (list === null || list.clientWidth === 0) return undefined;
  return layoutPages(pages, 0, { ...measures, width: list.clientWidth - numberPx });
}

function Thumb(props: Props & { page: PageBox }) {
  const t = useWords("pages");
  const { page } = props;
  const n = String(page.pageNumber);
  const owned = props.owned.has(page.pageNumber);
  const shape = { aspectRatio: String(1 / shownRatio(page, 0)) };
  const ordered = props.ordered.has(page.pageNumber);
  const state = t(owned ? "ownedPage" : ordered ? "asked" : page.listed ? "notBought" : "notListed");
  return (
    <li>
      <a
        className="grid grid-cols-[28px_1fr] gap-2 text-12 text-muted current:font-semibold current:text-ai current:[&>div]:outline-2 current:[&>div]:outline-offset-2 current:[&>div]:outline-ai"
        href={routes.page(props.documentId, page.pageNumber)}
        aria-current={page.pageNumber === props.current + 1 ? "true" : undefined}
        aria-label={`${t("pageN", { n })}, ${state}`}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          props.onGo(page.pageNumber - 1);
        }}
      >
        <span className="text-end whitespace-nowrap">{n}</span>
        {owned && props.loaded.has(page.pageNumber) ? (
          <div className="sheet" style={shape}>
            {/* Low: else this image, which stands before the page's own, would decide how soon the HTML asks for it. */}
            <img src={api.ownedPage(props.documentId, page.pageNumber)} alt="" decoding="async" fetchPriority="low" />
          </div>
        ) : (
          <div
            className={page.listed ? "box place-content-center p-0" : "box place-content-center p-0 none"}
            style={shape}
          >
            {owned ? <span className="seal" aria-hidden="true" /> : null}
          </div>
        )}
      </a>
    </li>
  );
}
