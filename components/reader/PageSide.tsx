"use client";

import { useState } from "react";
import { OwnedSeal, PaidAction, useOwnedDocument } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { pagePrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import type { ReadingData } from "@/lib/reading/reading-data";
import { api, routes } from "@/lib/routes";

interface Props {
  readonly data: ReadingData;
  /** The page at the reading position; undefined where it isn't known. */
  readonly page: number | undefined;
}

/**
 * The page image beside the text, following the reading position, and the one after it. It is the page that the
 * service tells, or none: where nothing is known the panel says so and sells nothing. Stepping looks around until the
 * reading goes on to another page. Only owned images are loaded, and only the two shown.
 */
export function PageSide({ data, page }: Props) {
  const t = useWords("reader");
  const [look, setLook] = useState<{ readonly from: number; readonly at: number } | null>(null);
  const listed = data.pages.flatMap((each) => (each.listed ? [each.pageNumber] : []));
  const shown = page !== undefined && look?.from === page ? look.at : page;
  if (page === undefined || shown === undefined) return <UnknownPage data={data} first={listed[0]} />;

  const before = listed.findLast((each) => each < shown);
  const after = listed.find((each) => each > shown);
  const step = (to: number | undefined) => to !== undefined && setLook({ from: page, at: to });
  const isListed = listed.includes(shown);
  return (
    <aside
      data-pane
      className="relative min-w-0 overflow-y-auto border-s border-line px-6 py-5 max-lg:hidden print:hidden"
      aria-label={t("pageImages")}
    >
      <div className="flex justify-between pb-2 text-12 [&_button:disabled]:cursor-default [&_button:disabled]:text-muted [&_button:disabled]:no-underline">
        <button className="link" type="button" onClick={() => step(before)} disabled={before === undefined}>
          ‹ {t("pageBefore")}
        </button>
        <span className="text-muted">{data.matched ? t("pageMatched") : null}</span>
        <button className="link" type="button" onClick={() => step(after)} disabled={after === undefined}>
          {t("pageAfter")} ›
        </button>
      </div>
      {isListed ? (
        <SidePage data={data} pageNumber={shown} isFirst />
      ) : (
        <p className="notice text-12/ui">{t("pageNotListed", { n: String(shown) })}</p>
      )}
      {isListed && after !== undefined ? <SidePage data={data} pageNumber={after} isFirst={false} /> : null}
    </aside>
  );
}

function UnknownPage({ data, first }: { data: ReadingData; first: number | undefined }) {
  const t = useWords("reader");
  return (
    <aside
      data-pane
      className="relative min-w-0 overflow-y-auto border-s border-line px-6 py-5 max-lg:hidden print:hidden"
      aria-label={t("pageImages")}
    >
      <p className="notice text-12/ui">{t("pageUnknown")}</p>
      {first === undefined ? null : (
        <p className="text-12/ui">
          <Link href={routes.page(data.document.document_id, first)}>{t("allPages")}</Link> <kbd>t</kbd>
        </p>
      )}
    </aside>
  );
}

function SidePage(props: { data: ReadingData; pageNumber: number; isFirst: boolean }) {
  const { data, pageNumber } = props;
  const { document_id: documentId } = data.document;
  const t = useWords("reader");
  const mine = useOwnedDocument(documentId).data;
  const owned = mine?.pages.includes(pageNumber) ?? false;
  const isAsked = !owned && mine?.pending.pages.includes(pageNumber) === true;
  const page = data.pages[pageNumber - 1];
  const width = page?.width ?? 595;
  const height = page?.height ?? 842;
  const shape = { aspectRatio: `${width} / ${height}` };
  return (
    <div className={props.isFirst ? undefined : "mt-5"}>
      <div className="sheet-cap">
        <b>{t("page", { n: String(pageNumber) })}</b>
        {owned ? (
          <OwnedSeal />
        ) : (
          <span className="text-muted">
            {width} × {height}
          </span>
        )}
        {props.isFirst ? (
          <span className="ms-auto">
            <Link href={routes.page(documentId, pageNumber)}>{t("open")}</Link> <kbd>t</kbd>
          </span>
        ) : null}
      </div>
      {owned ? (
        <div className="sheet" style={shape}>
          <img
            src={api.ownedPage(documentId, pageNumber)}
            alt={t("imageOfPage", { n: String(pageNumber) })}
            width={width}
            height={height}
            decoding="async"
          />
        </div>
      ) : (
        <div className="box" style={shape}>
          <PaidAction
            action={{ kind: "pages", document_id: documentId, pages: [pageNumber] }}
            verb={t("seePage", { n: String(pageNumber) })}
            price={pagePrice}
            subject={`${data.document.title ?? documentId}, ${t("page", { n: String(pageNumber) })}`}
            subjectLang={data.document.language}
            asked={isAsked ? <span className="pend">{t("pageAsked")}</span> : undefined}
          />
        </div>
      )}
    </div>
  );
}
