import { ChangeCounts, Since, yearOf } from "@/components/changes";
import { BasketButton } from "@/components/cost";
import { DocumentHead } from "@/components/document";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { Compared } from "@/lib/reading/compare-with-earlier";
import type { DocumentViews } from "@/lib/reading/document-views";
import type { RedlineLook } from "@/lib/text/redline/html";
import { ChangeList } from "./ChangeList.tsx";
import { NoticeView } from "./NoticeView.tsx";
import { SectionRedline } from "./SectionRedline.tsx";

export async function ChangesView(props: {
  readonly document: DocumentSummary;
  readonly views: DocumentViews;
  /** Why there is nothing to compare, else what is compared. */
  readonly compared: "none" | "spared" | "failed" | Compared;
  readonly look: RedlineLook;
}) {
  const { document, compared, look } = props;
  const t = await getWords("changes");
  return (
    <>
      <DocumentHead document={document} views={props.views} here="changes" />
      {typeof compared === "string" ? (
        <p className="text-muted" role="status">
          {t(compared)}
        </p>
      ) : compared.notice !== undefined ? (
        <NoticeView document={document} against={compared.changes.against} notice={compared.notice} look={look} />
      ) : (
        <Sections document={document} compared={compared} look={look} />
      )}
    </>
  );
}

/** The headings that changed beside the words of the chosen one. */
async function Sections(props: {
  readonly document: DocumentSummary;
  readonly compared: Compared;
  readonly look: RedlineLook;
}) {
  const { document, compared, look } = props;
  const { changes, list, redline, changedLeft } = compared;
  const t = await getWords("changes");
  const isChosen = redline !== null && redline !== undefined;
  return (
    <div className={isChosen && look.isSideBySide ? "change-page wide" : "change-page"}>
      <nav className={isChosen ? "max-md:order-2" : undefined} aria-label={t("list")}>
        <p className="pt-3.5 pb-2 text-12/5">
          <Since isLink document={document} against={changes.against} /> <ChangeCounts counts={changes.map.counts} />
        </p>
        <ChangeList
          documentId={document.document_id}
          lang={document.language ?? "ja"}
          rows={list}
          current={redline?.after?.section.id ?? redline?.before?.section.id}
          look={look}
        />
        <p className="py-3 text-12/5 text-muted">{t("listNote")}</p>
        {changedLeft.length === 0 ? null : (
          <BasketButton
            action={{ kind: "sections", document_id: document.document_id, sections: changedLeft }}
            label={t("collectChanged")}
          />
        )}
      </nav>
      {isChosen ? (
        <SectionRedline document={document} against={changes.against} found={redline} look={look} />
      ) : (
        <p className="pt-3.5 text-muted max-md:hidden">
          {redline === undefined ? t("noSection") : t("choose", { year: yearOf(changes.against, await getLocale()) })}
        </p>
      )}
    </div>
  );
}
