import { Link } from "@/components/ui/Link.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";
import type { ChangeCounts as Counts } from "@/lib/text/changes/changed-headings";
import { yearOf } from "./year-of.ts";

/** "Since FY2023": what a document is compared with, by its year. */
export async function Since(props: {
  readonly document: DocumentSummary;
  readonly against: DocumentSummary;
  readonly isLink?: boolean;
}) {
  const { document, against } = props;
  const t = await getWords("changes");
  const year = await yearOf(against, document);
  const isOriginal = document.amends_document_id === against.document_id;
  const words = isOriginal ? t("sinceOriginal") : t("since", { year });
  return (
    <b className="font-semibold">
      {props.isLink === true ? <Link href={routes.document(against.document_id)}>{words}</Link> : words}
    </b>
  );
}

/** "12 sections changed, 3 new, 1 gone": what is none is left out. */
export async function ChangeCounts({ counts }: { readonly counts: Counts }) {
  const t = await getWords("changes");
  const locale = await getLocale();
  const { changed, same, gone, renamed, moved, unknown } = counts;
  const isUnknown = unknown > 0 && changed + same + renamed === 0;
  const parts = [
    isUnknown ? t("nUnknown", { n: unknown }) : t("counts", { changed }),
    counts.new > 0 ? t("nNew", { n: counts.new }) : "",
    gone > 0 ? t("nGone", { n: gone }) : "",
    renamed > 0 ? t("nRenamed", { n: renamed }) : "",
    moved > 0 ? t("nMoved", { n: moved }) : "",
    !isUnknown && same > 0 ? t("nSame", { n: same }) : "",
  ];
  return <span className="text-muted">{parts.filter((part) => part !== "").join(locale === "ja" ? "、" : ", ")}</span>;
}
