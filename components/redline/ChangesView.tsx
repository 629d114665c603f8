import { ChangeCounts, ChangeTable, Since } from "@/components/changes";
import { BasketButton } from "@/components/cost";
import { DocumentHead } from "@/components/document";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import type { ChangesFound } from "@/lib/reading/changes";
import type { DocumentViews } from "@/lib/reading/document-views";
import type { Notice } from "@/lib/reading/notice";
import type { SectionRedline as Found } from "@/lib/reading/redline";
import { NoticeView } from "./NoticeView.tsx";
import { SectionRedline } from "./SectionRedline.tsx";

export async function ChangesView(props: {
  readonly document: DocumentSummary;
  readonly views: DocumentViews;
  readonly changes: ChangesFound;
  /** Null where no section is chosen; undefined where neither document has the chosen one. */
  readonly redline: Found | null | undefined;
  /** Set where the document quotes what it corrects instead of repeating all of it. */
  readonly notice: Notice | undefined;
  /** Sections that changed and are not owned. */
  readonly changedLeft: readonly string[];
  readonly isSideBySide: boolean;
}) {
  const { document, changes, redline, changedLeft } = props;
  const t = await getWords("changes");
  return (
    <>
      <DocumentHead document={document} views={props.views} here="changes" />
      {typeof changes === "string" ? (
        <p className="text-muted" role="status">
          {t(changes)}
        </p>
      ) : props.notice !== undefined ? (
        <NoticeView
          document={document}
          against={changes.against}
          notice={props.notice}
          isSideBySide={props.isSideBySide}
        />
      ) : (
        <>
          {redline === undefined ? <p className="mb-5 text-muted">{t("noSection")}</p> : null}
          {redline === undefined || redline === null ? null : (
            <SectionRedline
              document={document}
              against={changes.against}
              found={redline}
              isSideBySide={props.isSideBySide}
            />
          )}
          <section className="min-w-0 print:hidden">
            <div className="sect-h">
              <h2>{t("allSections")}</h2>
              {changedLeft.length === 0 ? null : (
                <span className="end">
                  <BasketButton
                    action={{ kind: "sections", document_id: document.document_id, sections: changedLeft }}
                    label={t("collectChanged", { n: changedLeft.length })}
                  />
                </span>
              )}
            </div>
            <p className="my-2 text-14">
              <Since isLink document={document} against={changes.against} />{" "}
              <ChangeCounts counts={changes.map.counts} />
            </p>
            <ChangeTable
              isNavigable
              document={document}
              sections={changes.map.sections}
              current={redline?.after?.section.id ?? redline?.before?.section.id}
            />
          </section>
        </>
      )}
    </>
  );
}
