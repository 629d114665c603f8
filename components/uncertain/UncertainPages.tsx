import Link from "next/link";
import { Price } from "@/components/cost";
import { pagePrice } from "@/lib/contract/prices";
import { getWords } from "@/lib/i18n/locale.server";
import { routes } from "@/lib/routes";

interface Props {
  readonly documentId: string;
  readonly sections: readonly { readonly uncertain_pages?: readonly number[] | undefined }[];
  /** Pages whose image can be had. */
  readonly listed: readonly number[];
}

const linksMax = 12;

/** Says before the text is bought which pages have tables that were guessed, and offers the images of these pages. */
export async function UncertainPages({ documentId, sections, listed }: Props) {
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
              <Link href={routes.page(documentId, page)} prefetch={false}>
                {t("uncertainPage", { n: String(page) })}
              </Link>
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
