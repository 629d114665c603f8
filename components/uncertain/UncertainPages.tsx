import { Price } from "@/components/cost";
import { Link } from "@/components/ui/Link.tsx";
import { pagePrice } from "@/lib/contract/prices";
import { getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";
import { sectionTree, subtree, type TocSection } from "@/lib/text/toc/section-tree";

interface Props {
  readonly document: { readonly document_id: string };
  readonly toc: {
    readonly toc: readonly (TocSection & { readonly uncertain_pages?: readonly number[] | undefined })[];
  };
  /** Pages whose image can be had. */
  readonly pages: { readonly pages: readonly { readonly page_number: number }[] } | null;
  /** The id of a section: nothing else than it and those beneath it. */
  readonly within?: string;
}

const linksMax = 12;

/** Says before the text is bought which pages have tables that were guessed, and offers the images of these pages. */
export async function UncertainPages(props: Props) {
  const { document_id: documentId } = props.document;
  const listed = props.pages?.pages.map((page) => page.page_number) ?? [];
  const sections = props.within === undefined ? props.toc.toc : sectionsWithin(props.toc.toc, props.within);
  const pages = [...new Set(sections.flatMap((section) => section.uncertain_pages ?? []))].sort((a, b) => a - b);
  if (pages.length === 0) return null;
  const t = await getWords("reader");
  const hasImages = pages.some((page) => listed.includes(page));
  return (
    <div className="mb-5 max-w-measure border-s-3 border-amber ps-3 leading-5" role="note">
      <p>
        {t("uncertainBefore")}{" "}
        {hasImages ? (
          <>
            {t("uncertainImages")} <Price {...pagePrice} />
          </>
        ) : null}
      </p>
      <ul className="flex flex-wrap gap-x-3">
        {pages.slice(0, linksMax).map((page) => (
          <li key={page}>
            {listed.includes(page) ? (
              <Link href={routes.page(documentId, page)}>{t("uncertainPage", { n: String(page) })}</Link>
            ) : (
              t("uncertainPage", { n: String(page) })
            )}
          </li>
        ))}
        {pages.length > linksMax ? <li>{t("uncertainMore", { n: pages.length - linksMax })}</li> : null}
      </ul>
    </div>
  );
}

function sectionsWithin(toc: Props["toc"]["toc"], sectionId: string): Props["toc"]["toc"] {
  const tree = sectionTree(toc);
  const node = tree.byId.get(sectionId);
  const ids = new Set(node === undefined ? [sectionId] : subtree(tree, node).map((each) => each.id));
  return toc.filter((section) => ids.has(section.section_id));
}
