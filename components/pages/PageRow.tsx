"use client";
"use memo";

import { OwnedSeal, PaidAction } from "@/components/cost";
import { pagePrice } from "@/lib/contract/prices";
import { useWords } from "@/lib/next/provider";
import { api } from "@/lib/routes";
import { type PageBox, shownRatio, type Turn } from "./geometry";
import { PageSheet } from "./PageSheet";

interface Props {
  readonly documentId: string;
  readonly title: string;
  readonly language: string;
  readonly page: PageBox;
  readonly turn: Turn;
  readonly owned: boolean;
  /** A purchase of it is on its way. */
  readonly ordered: boolean;
  /** True once the scrolling has stopped at this page: its image may be loaded. */
  readonly asked: boolean;
  readonly eager: boolean;
  readonly preview?: string | undefined;
  readonly onCopyLink: (pageNumber: number) => void;
}

/** Its image where it is owned, its price where it isn't, a dotted box where there is no image. */
export function PageRow(props: Props) {
  const t = useWords("pages");
  const { page, owned } = props;
  const n = String(page.pageNumber);
  const shape = { aspectRatio: String(1 / shownRatio(page, props.turn)) };
  return (
    <li data-page-row={page.pageNumber}>
      <div className="sheet-cap h-6.5 overflow-hidden">
        <b>{n}</b>
        {owned ? (
          <OwnedSeal />
        ) : props.ordered ? (
          <span className="pend">{t("asked")}</span>
        ) : (
          <span className="text-muted">{t(page.listed ? "notBought" : "notListed")}</span>
        )}
        {owned ? (
          <span className="ms-auto">
            <button className="link" type="button" onClick={() => props.onCopyLink(page.pageNumber)}>
              {t("copyLink")}
            </button>
          </span>
        ) : null}
      </div>
      {owned ? (
        props.asked ? (
          <PageSheet
            page={page}
            turn={props.turn}
            src={api.ownedPage(props.documentId, page.pageNumber)}
            alt={t("imageOf", { n })}
            eager={props.eager}
            preview={props.preview}
          />
        ) : (
          <div className="sheet" style={shape} data-waiting="" />
        )
      ) : page.listed ? (
        <div className="box bg-paper print:hidden" style={shape}>
          <span className="text-28/9 text-muted">{n}</span>
          <PaidAction
            action={{ kind: "pages", document_id: props.documentId, pages: [page.pageNumber] }}
            verb={t("seePage")}
            busyVerb={t("seeingPage")}
            price={pagePrice}
            subject={`${props.title}, ${t("pageN", { n })}`}
            subjectLang={props.language}
            asked={props.ordered ? <span className="text-muted">{t("askedWords")}</span> : undefined}
          />
        </div>
      ) : (
        <div className="box bg-paper print:hidden none" style={shape}>
          <span className="text-28/9 text-muted">{n}</span>
          <span>{t("notListedWords")}</span>
        </div>
      )}
    </li>
  );
}
