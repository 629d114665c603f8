import { Suspense } from "react";
import { ChangesLine, ChangesOnCover } from "@/components/changes";
import { ErrorInPlace } from "@/components/errors";
import { StandingNotice } from "@/components/standing";
import { PrintedSource } from "@/components/ui/PrintedSource.tsx";
import { UncertainPages } from "@/components/uncertain";
import { getLocale } from "@/lib/next/locale.server";
import type { ChangesFound } from "@/lib/reading/changes";
import type { DocumentOverview } from "@/lib/reading/cover";
import { isCompared } from "@/lib/text/changes/earlier";
import { cite } from "@/lib/text/format/citation";
import { headingGloss } from "@/lib/text/format/heading-names";
import type { Locale } from "@/lib/text/i18n/words";
import { wholeCharacters } from "@/lib/text/toc/position";
import { forPages, sectionTree, type TocSection } from "@/lib/text/toc/section-tree";
import { Cite } from "./Cite.tsx";
import { Contents } from "./Contents.tsx";
import { DocumentFacts } from "./DocumentFacts.tsx";
import { DocumentHead } from "./DocumentHead.tsx";
import { MissingParts } from "./MissingParts.tsx";
import { StatusNotice } from "./StatusNotice.tsx";
import { WholeDocument } from "./WholeDocument.tsx";

/** The cover of a document: what it is, what can be bought of it, and each price. Everything on it is free. */
export async function DocumentCover(props: {
  readonly cover: DocumentOverview;
  /** Awaited by the part that shows them: the rest of the cover does not wait. */
  readonly changes: Promise<ChangesFound>;
}) {
  const { cover } = props;
  const { document, toc, pages } = cover;
  const locale = await getLocale();
  const lang = document.language ?? "ja";
  const title = document.title ?? document.document_id;
  const citation = cite(document, { url: null }, "plain", locale);
  // Another service tells them with the table of contents, or not at all.
  const told = toc !== null && "value" in toc ? toc.value.missing_parts : [];
  const missingParts = document.missing_parts.length > 0 ? document.missing_parts : told;
  const listed = "value" in pages ? pages.value.pages.map((each) => each.page_number) : [];
  return (
    <>
      <DocumentHead document={document} views={cover.views} here="text" />
      <div className="doc">
        <div>
          {cover.away === null ? null : <ErrorInPlace problem={cover.away} />}
          <StandingNotice document={document} />
          <MissingParts parts={missingParts} />
          {toc !== null && "value" in toc ? (
            <UncertainPages document={document} toc={toc.value} pages={"value" in pages ? pages.value : null} />
          ) : null}
          {document.content_status === "ready" && isCompared(document) ? (
            <Suspense fallback={<ChangesLine />}>
              <ChangesOnCover document={document} changes={props.changes} />
            </Suspense>
          ) : null}
          {toc !== null && "value" in toc ? (
            <Contents
              documentId={document.document_id}
              title={title}
              lang={lang}
              toc={contentsIn(toc.value.toc, locale)}
              tiers={toc.value.content_tiers}
              characters={document.character_count}
              missingParts={missingParts}
            />
          ) : (
            <StatusNotice
              status={document.content_status}
              problem={toc !== null && "problem" in toc ? toc.problem : null}
              hasPages={listed.length > 0}
            />
          )}
        </div>
        <aside>
          {toc !== null && "value" in toc ? (
            <WholeDocument
              documentId={document.document_id}
              title={title}
              lang={lang}
              tiers={toc.value.content_tiers}
              characters={wholeCharacters(sectionTree(toc.value.toc), document.character_count)}
              firstSection={toc.value.toc[0]?.section_id}
              isIncomplete={missingParts.length > 0}
            />
          ) : null}
          <DocumentFacts cover={cover} />
          <Cite document={document} text={citation} />
        </aside>
        <PrintedSource lang="ja" text={citation} />
      </div>
    </>
  );
}

/** With the names beside the headings: the browser need not know those of all forms. */
function contentsIn(toc: readonly TocSection[], locale: Locale): readonly TocSection[] {
  return forPages(toc).map((each) => {
    const title = each.title ?? each.section_id;
    return { ...each, title_en: locale === "en" ? headingGloss(title, each.title_en ?? null) : undefined };
  });
}
