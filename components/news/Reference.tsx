import { StandingNotice } from "@/components/standing";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { contentPrice } from "@/lib/contract/prices";
import type { NewsReference } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { ReferredDocument } from "@/lib/reading/news-references";
import { routes } from "@/lib/routes";
import { moment } from "@/lib/text/format/clock";
import { outsideLink } from "@/lib/text/format/outside-link";
import { ancestry, sectionTree } from "@/lib/text/toc/section-tree";
import { ReferenceCost } from "./ReferenceCost.tsx";

interface Props {
  readonly reference: NewsReference;
  readonly referred: ReferredDocument | undefined;
}

/** A reference, linked to the exact place in its source, with the price of opening it. */
export async function Reference({ reference, referred }: Props) {
  const t = await getWords("news");
  const locale = await getLocale();
  const { document_id: id, section_id: sectionId, page_number: page, url } = reference;
  if (id === null) {
    const outside = outsideLink(url);
    return (
      <li>
        {outside === undefined ? (
          <span lang="ja">{reference.title ?? url}</span>
        ) : (
          <a href={outside} rel="noopener noreferrer" target="_blank" lang="ja">
            {reference.title ?? url}
          </a>
        )}
        <span className="text-muted">{t("detail_outside")}</span>
      </li>
    );
  }
  const document = referred?.document;
  const section = sectionId === null ? undefined : referred?.toc?.toc.find((each) => each.section_id === sectionId);
  const href =
    page !== null ? routes.page(id, page) : sectionId !== null ? routes.section(id, sectionId) : routes.document(id);
  const title = document?.title ?? reference.title ?? id;
  const day = moment(document?.timeline_at ?? null)?.date;
  return (
    <li>
      <span>
        <Link href={href} lang={document?.language ?? "ja"}>
          {[title, section?.title ?? sectionId].filter((part) => part !== null).join(" › ")}
          {page === null ? null : <span lang={locale}>{`, ${t("detail_page", { n: page })}`}</span>}
        </Link>{" "}
        <span className="text-muted">
          <bdi>{document?.issuer_name}</bdi>
          <IssuerGloss name={document?.issuer_name_en} /> <time className="whitespace-nowrap">{day}</time>
        </span>
      </span>
      <ReferenceCost
        documentId={id}
        sections={sectionId === null ? [] : sectionsAround(sectionId, referred)}
        page={page}
        price={section === undefined ? null : contentPrice(referred?.toc?.content_tiers ?? [], section.character_count)}
        words={unavailable(reference, referred, t)}
      />
      {document === undefined ? null : <StandingNotice document={document} className="col-span-full -mt-1.5 mb-1" />}
    </li>
  );
}

type T = Awaited<ReturnType<typeof getWords<"news">>>;

/** Why the reference can't be opened, shown in place of a price. */
function unavailable(
  { page_number: page, section_id: section }: NewsReference,
  referred: ReferredDocument | undefined,
  t: T,
) {
  if (referred === undefined) return t("detail_gone");
  const { document, pages } = referred;
  if (document.content_status === "withdrawn") return t("detail_not_deliverable");
  if (page !== null) return pages === null || pages.includes(page) ? null : t("detail_unlisted");
  if (section !== null) return document.content_status === "ready" ? null : t("detail_not_deliverable");
  return t("detail_cover_free");
}

/** The section and those that contain it: owning one of them means owning the section. */
function sectionsAround(sectionId: string, referred: ReferredDocument | undefined): string[] {
  const node = sectionTree(referred?.toc?.toc ?? []).byId.get(sectionId);
  return node === undefined ? [sectionId] : ancestry(node).map((each) => each.id);
}
