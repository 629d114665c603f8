"use client";
"use memo";

import dynamic from "next/dynamic";
import { type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useShortcut } from "@/components/keys";
import { columnWidth, type PageBox, shownRatio, spaceFor, useWindow, type ViewState } from "@/components/pages";
import { FindBar } from "@/components/ui/FindBar";
import { useWords } from "@/lib/next/provider";
import { api } from "@/lib/routes";
import { PdfBar } from "./PdfBar";
import { type OpenPdf, type PageSize, sizeOfPage } from "./pdf-text";
import { usePdfFind } from "./use-pdf-find";

const PdfDocument = dynamic(() => import("./PdfDocument"), { ssr: false });

const measures = { captionHeight: 26, gap: 24 };

interface Props {
  readonly documentId: string;
  readonly originalId: string;
  readonly fileName: string;
  readonly startPage: number;
  readonly aside: ReactNode;
}

/** The viewer of an owned PDF. It renders the pages near the view, with text that can be selected and searched. */
export function PdfViewer(props: Props) {
  const t = useWords("originals");
  const [pdf, setPdf] = useState<OpenPdf | undefined>();
  const [fault, setFault] = useState<"failed" | "locked" | undefined>();
  const [drawn, setDrawn] = useState(0);
  const [zoom, setZoom] = useState<ViewState["zoom"]>(100);
  const sizes = useSizes(pdf);
  const pages = useMemo(() => boxesOf(pdf, sizes), [pdf, sizes]);
  const stageRef = useRef<HTMLElement>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const barRef = useRef<HTMLDivElement>(null);
  const jumpRef = useRef<HTMLInputElement>(null);
  const inputRef = useRef<HTMLInputElement>(null);
  const { first, last, current, settled, goTo } = useWindow({
    stageRef,
    listRef,
    barRef,
    pages,
    turn: 0,
    measures,
    start: props.startPage - 1,
    shape: `${zoom} ${pages.length} ${sizes.length}`,
  });
  const width = useWidth(listRef, zoom);
  const go = useCallback(
    (index: number) => goTo(Math.min(Math.max(index, 0), Math.max(0, pages.length - 1))),
    [goTo, pages.length],
  );
  const find = usePdfFind({ pdf, listRef, inputRef, drawn, goTo: go });
  const onText = useCallback(() => setDrawn((n) => n + 1), []);
  const onFail = useCallback((locked: boolean) => setFault(locked ? "locked" : "failed"), []);

  useShortcut("ArrowLeft", () => go(current - 1), t("keyBefore"));
  useShortcut("ArrowRight", () => go(current + 1), t("keyAfter"));
  useShortcut("g #", (page) => go(page - 1), t("keyJump"));

  const isDrawn = (index: number) => settled !== null && index >= settled[0] - 2 && index <= settled[1] + 2;
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  return (
    <main
      className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] max-md:block print:block grid-cols-[minmax(0,1fr)_280px]"
      id="main"
      data-panes
    >
      <section
        className="relative overflow-auto border-e border-line bg-sunk max-md:overflow-visible max-md:border-0 print:overflow-visible print:bg-transparent"
        tabIndex={0}
        aria-label={props.fileName}
        ref={stageRef}
      >
        <h1 className="sr-only">{props.fileName}</h1>
        <PdfBar
          barRef={barRef}
          jumpRef={jumpRef}
          current={current}
          count={pages.length}
          zoom={zoom}
          onZoom={setZoom}
          onGo={go}
          onFind={find.show}
        />
        <FindBar find={find} inputRef={inputRef} className="top-[51px] px-6" words={t} />
        {fault === undefined ? (
          <PdfDocument
            file={api.ownedOriginal(props.documentId, props.originalId)}
            onOpen={setPdf}
            onFail={onFail}
            onText={onText}
          >
            {(draw) => (
              <ol
                className="mx-auto my-5 w-[min(680px,calc(100%-48px))] max-md:w-[calc(100%-32px)] print:w-full! [&>li+li]:mt-6"
                ref={listRef}
                style={{ width: columnWidth(zoom) }}
              >
                {first > 0 ? <Space pages={pages.slice(0, first)} /> : null}
                {indexes.map((index) => {
                  const page = pages[index];
                  if (page === undefined) return null;
                  const ready = width > 0 && isDrawn(index);
                  return (
                    <li key={page.pageNumber} data-page-row={page.pageNumber}>
                      <div className="h-6.5 overflow-hidden sheet-cap">
                        <b>{page.pageNumber}</b>
                      </div>
                      <div className="sheet" style={{ aspectRatio: String(1 / shownRatio(page, 0)) }}>
                        {ready ? draw(page.pageNumber, width - 2) : null}
                      </div>
                    </li>
                  );
                })}
                {last < pages.length - 1 ? <Space pages={pages.slice(last + 1)} /> : null}
              </ol>
            )}
          </PdfDocument>
        ) : (
          <div className="err p-6">
            <h2>{t("pdfFailedTitle")}</h2>
            <p>{t(fault === "locked" ? "pdfLocked" : "pdfFailed")}</p>
          </div>
        )}
      </section>
      <aside className="relative min-w-0 overflow-y-auto px-6 py-5 max-lg:hidden max-md:block max-md:p-4 print:hidden [&>section+section]:mt-8">
        {props.aside}
      </aside>
    </main>
  );
}

function Space({ pages }: { pages: readonly PageBox[] }) {
  return <li aria-hidden="true" style={{ paddingBlockStart: spaceFor(pages, 0, measures) }} />;
}

/** The first page's size is used for every page whose size is unknown. */
function boxesOf(pdf: OpenPdf | undefined, sizes: readonly PageSize[]): readonly PageBox[] {
  const [first] = sizes;
  if (pdf === undefined || first === undefined) return [];
  return Array.from({ length: pdf.numPages }, (_, i) => ({ pageNumber: i + 1, listed: true, ...(sizes[i] ?? first) }));
}

/** The most pages whose sizes are read one by one; the first page's size is used for those beyond. */
const sizedMax = 1000;

function useSizes(pdf: OpenPdf | undefined): readonly PageSize[] {
  const [sizes, setSizes] = useState<readonly PageSize[]>([]);
  useEffect(() => {
    if (pdf === undefined) return;
    let stopped = false;
    const ask = async () => {
      const first = await sizeOfPage(pdf, 1);
      if (stopped) return;
      setSizes([first]);
      const all = [first];
      for (let page = 2; page <= Math.min(pdf.numPages, sizedMax) && !stopped; page++)
        all.push(await sizeOfPage(pdf, page));
      if (!stopped) setSizes(all);
    };
    // A file whose download breaks off keeps the sizes read so far.
    ask().catch(() => undefined);
    return () => {
      stopped = true;
    };
  }, [pdf]);
  return sizes;
}

function useWidth(listRef: RefObject<HTMLElement | null>, zoom: ViewState["zoom"]): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const measure = () => setWidth(listRef.current?.clientWidth ?? 0);
    const timer = setInterval(() => {
      if (listRef.current !== null) {
        measure();
        clearInterval(timer);
      }
    }, 50);
    measure();
    window.addEventListener("resize", measure);
    return () => {
      clearInterval(timer);
      window.removeEventListener("resize", measure);
    };
  }, [listRef, zoom]);
  return width;
}
