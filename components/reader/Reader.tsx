"use client";
"use memo";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useOwnedDocument } from "@/components/cost";
import { HitSteps } from "@/components/hits";
import { useShortcut } from "@/components/keys";
import { StandingNotice } from "@/components/standing";
import { FindBar } from "@/components/ui/FindBar";
import { Link } from "@/components/ui/Link.tsx";
import { PrintedSource } from "@/components/ui/PrintedSource.tsx";
import { persistently } from "@/components/ui/persistently";
import { jumpToText } from "@/components/ui/text-heights";
import { useWords } from "@/lib/next/provider";
import { noteReadingPlace } from "@/lib/next/queries/reading-places";
import type { ReadingData } from "@/lib/reading/reading-data";
import { routes } from "@/lib/routes";
import { type MapRow, mapRows } from "@/lib/text/toc/prices";
import { Contents } from "./Contents";
import { ContentsSheet } from "./ContentsSheet";
import { Flow } from "./Flow";
import { printedSections } from "./flow";
import { PageSide } from "./PageSide";
import { neighboursOf, PrevNext } from "./PrevNext";
import { QuoteNotice } from "./QuoteNotice";
import { Tools } from "./Tools";
import { Unbought } from "./Unbought";
import { useCopying } from "./use-copying";
import { useDocumentFind } from "./use-document-find";
import { useFill } from "./use-fill";
import { useHasSelected } from "./use-has-selected";
import { usePosition } from "./use-position";
import { useQuote } from "./use-quote";

const SelectionMenu = dynamic(() => persistently(() => import("./selection")).then((code) => code.SelectionMenu), {
  ssr: false,
});

interface Props {
  readonly data: ReadingData;
  readonly view: { readonly face: "mincho" | "sans"; readonly size: number };
  /** Warnings about guessed tables before a purchase, made on the server. */
  readonly uncertain?: ReactNode;
}

/** The reading view's three panes: contents, text, page image. It spends nothing without a click. */
export function Reader({ data, view, uncertain }: Props) {
  const { document, flow } = data;
  const documentId = document.document_id;
  const t = useWords("reader");
  const router = useRouter();
  const owned = useOwnedDocument(documentId).data;
  const rows = useMemo(
    () => mapRows(data.toc, data.tiers, owned ?? { whole: false, sections: [] }),
    [data.toc, data.tiers, owned],
  );
  const flowRef = useRef<HTMLElement>(null);
  const filling = useFill({ documentId, sectionId: data.section.id, flow, initial: data.html, flowRef });
  const sections = useMemo(() => flow.map((piece) => piece.sectionId), [flow]);
  const position = usePosition(flowRef, flow, data.target);
  const findRef = useRef<HTMLInputElement>(null);
  const find = useDocumentFind(flowRef, findRef, filling);
  const quote = useQuote(flowRef, sections, filling.html);
  const [contentsOpen, setContentsOpen] = useState(false);

  const current = flow.length === 0 ? data.section.id : position.sectionId;
  const addressed = data.whole ? current : data.section.id;
  const printed = useMemo(() => printedSections(rows, addressed), [rows, addressed]);
  useReadingAddress(documentId, addressed);
  useNotedPlace(data, current, position.share);
  const row = rows.find((each) => each.id === data.section.id);
  const neighbours = neighboursOf(rows, addressed);
  const page = position.page ?? data.placed[current];
  const firstListed = data.pages.find((each) => each.listed)?.pageNumber;
  const pageHref = firstListed === undefined ? undefined : routes.page(documentId, page ?? firstListed);

  const go = useCallback((sectionId: string): boolean => {
    const piece = flowRef.current?.querySelector<HTMLElement>(`:scope > [data-section="${CSS.escape(sectionId)}"]`);
    setContentsOpen(false);
    if (piece !== null && piece !== undefined) jumpToText(piece);
    return piece !== null && piece !== undefined;
  }, []);
  const turn = (to: MapRow | undefined) => {
    if (to !== undefined && !go(to.id)) router.push(routes.section(documentId, to.id));
  };
  const copying = useCopying(data, { sectionId: current, page, addressed }, flowRef);
  const hasSelected = useHasSelected(flowRef);
  const findWords = (words: string) => {
    find.setQuery(words);
    find.show();
  };

  useShortcut("[", () => turn(neighbours.before), t("keyPrevious"));
  useShortcut("]", () => turn(neighbours.after), t("keyNext"));
  useShortcut("t", () => pageHref !== undefined && router.push(pageHref), t("keyPage"));
  useShortcut("o", () => setContentsOpen((open) => !open), t("keyContents"));
  useShortcut("c", () => void copying.link(), t("keyCopyLink"));
  useShortcut("y", () => void copying.citation(), t("keyCopyCitation"));

  const contents = (
    <Contents
      documentId={documentId}
      title={document.title ?? documentId}
      language={document.language}
      rows={rows}
      current={current}
      onGo={go}
    />
  );
  return (
    <main
      className={`grid min-h-0 flex-1 grid-rows-[minmax(0,1fr)] max-lg:grid-cols-[232px_minmax(0,1fr)] max-md:block print:block ${data.pages.length === 0 ? "grid-cols-[264px_minmax(0,1fr)]" : "grid-cols-[264px_minmax(0,1fr)_400px]"}`}
      id="main"
      data-panes
    >
      <nav
        className="toc relative min-w-0 overflow-y-auto py-5 max-md:hidden print:hidden"
        data-pane
        aria-label={t("contents")}
      >
        {contents}
      </nav>
      <ContentsSheet open={contentsOpen} onClose={() => setContentsOpen(false)}>
        {contents}
      </ContentsSheet>
      <article
        className="@container relative min-w-0 overflow-y-auto px-6 py-5 max-md:overflow-visible max-md:p-4 print:[container-type:normal] print:overflow-visible print:p-0"
        data-pane
      >
        <div className="mx-auto max-w-[calc(var(--text-reading)*40)] print:table print:w-full print:max-w-none print:table-fixed">
          <Tools
            pageHref={pageHref}
            changesHref={data.hasChanges ? routes.changes(documentId, { section: data.section.id }) : undefined}
            onFind={find.show}
            onContents={() => setContentsOpen(true)}
            onCopyLink={() => void copying.link()}
            onCopyCitation={() => void copying.citation()}
            shared={copying.shared}
            copied={copying.copied}
            form={copying.form}
            onForm={copying.setForm}
            readable={flow.length > 0}
            view={view}
          />
          <FindBar
            className="top-8 -mt-6 mb-6 max-md:top-[calc(var(--bar-h)+44px)]"
            find={find}
            inputRef={findRef}
            language={document.language}
            words={t}
          />
          <StandingNotice document={document} />
          {document.other_language_document_id == null ? null : (
            <p className="mb-4 text-12/5 print:hidden">
              <Link href={routes.document(document.other_language_document_id)}>
                {t(document.language === "en" ? "inJapanese" : "inEnglish")}
              </Link>
            </p>
          )}
          <QuoteNotice quote={quote} documentId={documentId} rows={rows} readable={flow.length > 0} />
          {flow.length > 0 ? (
            <>
              {data.whole ? <h1 className="sr-only">{document.title}</h1> : null}
              {hasSelected ? (
                <SelectionMenu
                  flowRef={flowRef}
                  placed={data.placed}
                  onCopyQuote={copying.citation}
                  onCopyLink={copying.link}
                  onFind={findWords}
                  securityCode={document.security_code}
                  documentId={documentId}
                  onReceipt={(id) => router.push(routes.receipt(id))}
                />
              ) : null}
              {data.withoutLead ? <p className="notice text-12/ui">{t("withoutLead")}</p> : null}
              <Flow
                flowRef={flowRef}
                pieces={flow}
                html={filling.html}
                target={data.target}
                whole={data.whole}
                language={document.language}
                printed={printed}
              />
              {filling.failed ? (
                <p className="notice text-12/ui" role="status">
                  {t("fillFailed")}{" "}
                  <button className="link" type="button" onClick={filling.retry}>
                    {t("tryAgain")}
                  </button>
                </p>
              ) : null}
            </>
          ) : row === undefined ? null : (
            <Unbought
              data={data}
              row={row}
              rows={rows}
              uncertain={uncertain}
              quoted={quote.name === "elsewhere" ? quote.anchor : undefined}
            />
          )}
          {data.whole ? null : (
            <PrevNext documentId={documentId} language={document.language} neighbours={neighbours} />
          )}
          <PrintedSource lang={document.language} text={copying.printed} />
          <HitSteps documentId={documentId} sectionId={data.section.id} onGo={go} />
        </div>
      </article>
      {data.pages.length === 0 ? null : <PageSide data={data} page={page} />}
    </main>
  );
}

/**
 * Writes the current section into the address, so that a copied or reloaded one returns to it. The address stays as
 * opened until the user scrolls or types, and no history entries are added.
 */
function useReadingAddress(documentId: string, sectionId: string): void {
  const movedRef = useRef(false);
  useEffect(() => {
    const move = () => {
      movedRef.current = true;
    };
    for (const name of movements) window.addEventListener(name, move, { passive: true });
    return () => {
      for (const name of movements) window.removeEventListener(name, move);
    };
  }, []);
  useEffect(() => {
    const address = routes.section(documentId, sectionId);
    if (movedRef.current && location.pathname !== address) history.replaceState(history.state, "", address);
  }, [documentId, sectionId]);
}

const movements = ["wheel", "touchmove", "keydown", "pointerdown"] as const;

/** Saves the place for "continue reading" on Today, once it has not changed for a while. */
function useNotedPlace(data: ReadingData, current: string, share: number): void {
  const isReading = data.flow.length > 0;
  const step = Math.round(share * 20) / 20;
  useEffect(() => {
    if (!isReading) return;
    const timer = setTimeout(() => {
      const { document_id, title, issuer_name } = data.document;
      const place = data.toc.find((each) => each.section_id === current)?.title ?? null;
      // A failure is ignored: losing the saved place must not disturb reading.
      noteReadingPlace({
        document_id,
        section_id: current,
        page_number: null,
        title,
        issuer_name,
        place,
        fraction: step,
      }).catch(() => undefined);
    }, 4000);
    return () => clearTimeout(timer);
  }, [data, current, step, isReading]);
}
