"use client";

import { pagePrice } from "@/lib/contract/prices";
import Link from "next/link";
import { useState } from "react";
import { OwnedSeal, PaidAction, useOwnedDocument } from "@/components/cost";
import { useWords } from "@/lib/i18n/provider";
import { api, routes } from "@/lib/routes";
import { guessPage } from "@/lib/toc/position";
import type { ReadingData } from "./reading-data";

interface Props {
  readonly data: ReadingData;
  /** Characters of the document above the reading position. */
  readonly place: number;
}

/**
 * The page images beside the text, following the reading position. Documents do not say on which page a section begins,
 * so the page is estimated by proportion; going to another page by hand shifts the estimate for the rest of the visit.
 * Only owned images are loaded, and only the two shown.
 */
export function PageSide({ data, place }: Props) {
  const t = useWords("reader");
  const [shift, setShift] = useState(0);
  const count = data.pages.length;
  const guess = guessPage(place, data.totalCharacters ?? 0, count);
  const first = Math.min(Math.max(1, guess + shift), count);
  const step = (by: number) => setShift(Math.min(Math.max(1, first + by), count) - guess);
  return (
    <aside className="pane side" aria-label={t("pageImages")}>
      <div className="side-step">
        <button className="link" type="button" onClick={() => step(-1)} disabled={first <= 1}>
          ‹ {t("pageBefore")}
        </button>
        <span className="muted">{t("byPosition")}</span>
        <button className="link" type="button" onClick={() => step(1)} disabled={first >= count}>
          {t("pageAfter")} ›
        </button>
      </div>
      <SidePage data={data} pageNumber={first} isFirst />
      {first < count ? <SidePage data={data} pageNumber={first + 1} isFirst={false} /> : null}
    </aside>
  );
}

function SidePage(props: { data: ReadingData; pageNumber: number; isFirst: boolean }) {
  const { data, pageNumber } = props;
  const { document_id: documentId } = data.document;
  const t = useWords("reader");
  const owned = useOwnedDocument(documentId).data?.pages.includes(pageNumber) ?? false;
  const page = data.pages[pageNumber - 1];
  const width = page?.width ?? 595;
  const height = page?.height ?? 842;
  const shape = { aspectRatio: `${width} / ${height}` };
  return (
    <div className="side-page">
      <div className="sheet-cap">
        <b>{t("page", { n: String(pageNumber) })}</b>
        {owned ? <OwnedSeal /> : <span className="muted">{page?.listed ? `${width} × ${height}` : null}</span>}
        {props.isFirst ? (
          <span className="end">
            <Link href={routes.page(documentId, pageNumber)} prefetch={false}>
              {t("open")}
            </Link>{" "}
            <kbd>t</kbd>
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
      ) : page?.listed ? (
        <div className="box" style={shape}>
          <PaidAction
            action={{ kind: "pages", document_id: documentId, pages: [pageNumber] }}
            verb={t("seePage", { n: String(pageNumber) })}
            price={pagePrice}
            subject={`${data.document.title ?? documentId}, ${t("page", { n: String(pageNumber) })}`}
            subjectLang={data.document.language}
          />
        </div>
      ) : (
        <div className="box none" style={shape}>
          <span>{t("pageNotListed")}</span>
        </div>
      )}
    </div>
  );
}
