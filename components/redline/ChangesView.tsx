import { ChangeCounts, Since, yearOf } from "@/components/changes";
import { BasketButton } from "@/components/cost";
import { DocumentHead } from "@/components/document";
import { Link } from "@/components/ui/Link.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import type { Compared } from "@/lib/reading/compare-with-earlier";
import type { DocumentViews } from "@/lib/reading/document-views";
import type { Neighbour } from "@/lib/reading/year-chain";
import { routes } from "@/lib/routes";
import { ChangeList } from "./ChangeList.tsx";
import { type Look, lookQuery } from "./look.ts";
import { NoticeView } from "./NoticeView.tsx";
import { SectionRedline } from "./SectionRedline.tsx";

export async function ChangesView(props: {
  readonly document: DocumentSummary;
  readonly views: DocumentViews;
  /** Why there is nothing to compare, else what is compared. */
  readonly compared: "none" | "spared" | "failed" | Compared;
  /** Beside it in its issuer's year. */
  readonly neighbours: readonly Neighbour[];
  readonly look: Look;
}) {
  const { document, compared, look } = props;
  const t = await getWords("changes");
  return (
    <>
      <DocumentHead document={document} views={props.views} here="changes" />
      {typeof compared === "string" ? (
        <div className="text-muted">
          <p role="status">{t(compared)}</p>
          <CompareWith {...props} />
        </div>
      ) : compared.notice !== undefined ? (
        <NoticeView document={document} against={compared.changes.against} notice={compared.notice} look={look} />
      ) : (
        <Sections {...props} compared={compared} />
      )}
    </>
  );
}

/** Other pairs of the issuer's year: this document with the one before it, the next one with this. */
async function CompareWith(props: { readonly neighbours: readonly Neighbour[]; readonly look: Look }) {
  const { neighbours, look } = props;
  const t = await getWords("changes");
  const links = neighbours.map(async ({ shown, later, earlier }) => (
    <Link
      className="link"
      key={shown.document_id}
      href={routes.changes(later.document_id, lookQuery({ ...look, against: earlier.document_id }))}
    >
      {await yearOf(shown, shown === later ? earlier : later)}
    </Link>
  ));
  if (links.length === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-3 pb-2 text-12/5 text-muted" data-neighbours>
      {t("compareWith")} {await Promise.all(links)}
    </p>
  );
}

/** The headings that changed beside the words of the chosen one. */
async function Sections(props: {
  readonly document: DocumentSummary;
  readonly compared: Compared;
  readonly neighbours: readonly Neighbour[];
  readonly look: Look;
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
        <CompareWith {...props} />
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
          {redline === undefined ? t("noSection") : t("choose", { year: await yearOf(changes.against, document) })}
        </p>
      )}
    </div>
  );
}
