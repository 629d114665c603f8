"use client";
"use memo";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useOwnedDocument } from "@/components/cost";
import { useShortcut } from "@/components/keys";
import { StandingNotice } from "@/components/standing";
import { Link } from "@/components/ui/Link.tsx";
import { useCopyAddress } from "@/components/ui/use-copy-address";
import { useWords } from "@/lib/next/provider";
import { noteReadingPlace } from "@/lib/next/queries/reading-places";
import type { ViewerData } from "@/lib/reading/viewer-data";
import { routes } from "@/lib/routes";
import { sectionOnPage } from "@/lib/text/toc/pages";
import { PageRow } from "./PageRow";
import { columnWidth, type ViewState, viewStateQuery } from "./page-state";
import { StageBar } from "./StageBar";
import { spaceFor } from "./spacers";
import { Thumbs } from "./Thumbs";
import { useAsked } from "./use-asked";
import { useWindow } from "./use-window";

/** The height of a page's caption and the gap between pages, as the utilities of PageRow and of the list set them. */
const measures = { captionHeight: 26, gap: 24 };

interface Props {
  readonly data: ViewerData;
  readonly pageNumber: number;
  readonly view: ViewState;
}

/** Shows page images in boxes that have their size before the images load. Scrolling buys nothing. */
export function PageViewer(props: Props) {
  const { data } = props;
  const { document, pages } = data;
  const documentId = document.document_id;
  const title = document.title ?? documentId;
  const t = useWords("pages");
  const router = useRouter();
  const [view, setView] = useState(props.view);
  const mine = useOwnedDocument(documentId).data;
  const owned = useMemo(() => new Set(mine?.pages), [mine]);
  const ordered = useMemo(() => new Set(mine?.pending.pages.filter((page) => !mine.pages.includes(page))), [mine]);

  const stageRef = useRef<HTMLElement>(null);
  const listRef = useRef<HTMLOListElement>(null);
  const barRef = useRef<HTMLDivElement>(null);
  const jumpRef = useRef<HTMLInputElement>(null);
  const { first, last, settled, placed, goTo, ...seen } = useWindow({
    stageRef,
    listRef,
    barRef,
    pages,
    turn: view.turn,
    measures,
    start: props.pageNumber - 1,
    shape: `${view.mode} ${view.zoom} ${view.turn}`,
  });
  const [single, setSingle] = useState(props.pageNumber - 1);
  const isSingle = view.mode === "single";
  const current = isSingle ? single : seen.current;
  const { asked, ask, prepare } = useAsked(
    documentId,
    owned,
    props.pageNumber,
    isSingle ? singleRange(single) : settled,
  );

  const go = useCallback(
    (index: number) => {
      const to = Math.min(Math.max(index, 0), pages.length - 1);
      setSingle(to);
      if (!isSingle) goTo(to);
    },
    [pages.length, isSingle, goTo],
  );
  // A page that was entered or linked to is loaded at once, without waiting for the scrolling to stop.
  const jump = (index: number) => {
    ask(index + 1);
    go(index);
  };
  const changeView = (next: ViewState) => {
    setSingle(current);
    setView(next);
  };
  usePageAddress(documentId, current + 1, view);
  useNotedPage(data, current + 1, t("pageN", { n: String(current + 1) }));
  const { copied, copy } = useCopyAddress();
  const copyLink = (page: number) => copy(routes.page(documentId, page, viewStateQuery(view)));

  useShortcut("ArrowLeft", () => go(current - 1), t("keyBefore"));
  useShortcut("ArrowRight", () => go(current + 1), t("keyAfter"));
  useShortcut("g", () => jumpRef.current?.focus(), t("keyJump"));
  useShortcut("c", () => copyLink(current + 1), t("keyCopyLink"));
  // Before the first known section the link leads to the beginning of the text.
  const section = sectionOnPage(data.sections, current + 1)?.id ?? data.firstSection;
  const textHref = section === null ? undefined : routes.section(documentId, section);
  useShortcut("t", () => textHref !== undefined && router.push(textHref), t("keyText"));

  const row = (index: number) => {
    const page = pages[index];
    return page === undefined ? null : (
      <PageRow
        key={page.pageNumber}
        documentId={documentId}
        title={title}
        language={document.language}
        page={page}
        turn={view.turn}
        owned={owned.has(page.pageNumber)}
        ordered={ordered.has(page.pageNumber)}
        asked={asked.has(page.pageNumber)}
        eager={page.pageNumber === props.pageNumber}
        preview={asked.get(page.pageNumber)}
        onCopyLink={copyLink}
      />
    );
  };
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
  const unplaced = !placed;
  return (
    <main
      className="grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] max-md:block print:block grid-cols-[168px_minmax(0,1fr)] max-lg:grid-cols-[152px_minmax(0,1fr)]"
      id="main"
      data-panes
    >
      <Thumbs
        documentId={documentId}
        pages={pages}
        current={current}
        owned={owned}
        ordered={ordered}
        loaded={asked}
        onGo={jump}
      />
      <section
        className="relative overflow-auto bg-sunk max-md:overflow-visible print:overflow-visible print:bg-transparent"
        aria-label={t("pageImages")}
        tabIndex={0}
        ref={stageRef}
      >
        <h1 className="sr-only">
          <span lang={document.language}>{title}</span>, {t("pageN", { n: String(current + 1) })}
        </h1>
        <StageBar
          documentId={documentId}
          barRef={barRef}
          jumpRef={jumpRef}
          textHref={textHref}
          current={current}
          count={pages.length}
          view={view}
          onView={changeView}
          onGo={jump}
          onWritten={(index) => prepare(index + 1)}
        />
        <p className="sr-only" role="status">
          {copied ? t("copied") : null}
        </p>
        <div className="mx-auto mt-3 w-[min(680px,calc(100%-48px))] max-md:w-[calc(100%-32px)] print:hidden">
          <p className="crumbs">
            <Link href={routes.document(documentId)} lang={document.language}>
              {title}
            </Link>{" "}
            <span lang={document.language}>{document.issuer_name}</span> {document.security_code}
          </p>
          <StandingNotice document={document} />
        </div>
        <ol
          className="mx-auto my-5 w-[min(680px,calc(100%-48px))] max-md:w-[calc(100%-32px)] print:w-full! [&>li+li]:mt-6"
          ref={listRef}
          style={{ width: columnWidth(view.zoom) }}
          data-placed={unplaced ? undefined : ""}
        >
          {isSingle ? (
            row(single)
          ) : (
            <>
              {first > 0 && !unplaced ? (
                <li
                  aria-hidden="true"
                  style={{ paddingBlockStart: spaceFor(pages.slice(0, first), view.turn, measures) }}
                />
              ) : null}
              {shown.map(row)}
              {last < pages.length - 1 ? (
                <li
                  aria-hidden="true"
                  style={{ paddingBlockStart: spaceFor(pages.slice(last + 1), view.turn, measures) }}
                />
              ) : null}
            </>
          )}
        </ol>
      </section>
    </main>
  );
}

function singleRange(index: number): readonly [number, number] {
  return [index, index];
}

/** Writes the current page into the address each time scrolling stops, without adding history entries. */
function usePageAddress(documentId: string, pageNumber: number, view: ViewState): void {
  const first = useRef(true);
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    const timer = setTimeout(() => {
      const address = routes.page(documentId, pageNumber, viewStateQuery(view));
      if (location.pathname + location.search !== address) history.replaceState(history.state, "", address);
    }, 150);
    return () => clearTimeout(timer);
  }, [documentId, pageNumber, view]);
}

/** Saves the place for "continue reading" on Today, once an owned page has been in view for a while. */
function useNotedPage(data: ViewerData, pageNumber: number, place: string): void {
  const isOwned = useOwnedDocument(data.document.document_id).data?.pages.includes(pageNumber) ?? false;
  useEffect(() => {
    if (!isOwned) return;
    const { document_id, title, issuer_name } = data.document;
    const fraction = pageNumber / Math.max(1, data.pages.length);
    const timer = setTimeout(() => {
      // A failure is ignored: losing the saved place must not disturb reading.
      noteReadingPlace({
        document_id,
        section_id: null,
        page_number: pageNumber,
        title,
        issuer_name,
        place,
        fraction,
      }).catch(() => undefined);
    }, 4000);
    return () => clearTimeout(timer);
  }, [data, pageNumber, place, isOwned]);
}
