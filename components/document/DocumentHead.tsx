import { PlaceTabs } from "@/components/ui/PlaceTabs.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getWords } from "@/lib/next/locale.server";
import type { DocumentViews } from "@/lib/reading/document-views";
import { routes } from "@/lib/routes";
import { writeNumber } from "@/lib/text/i18n/words";
import { Crumbs } from "./Crumbs.tsx";

interface Props {
  readonly document: DocumentSummary;
  readonly views: DocumentViews;
  readonly here: "text" | "figures" | "changes";
  /** Below the title: what there is of it. */
  readonly line: string;
}

/** One document, one title; each of its views has an address. */
export async function DocumentHead({ document, views, here, line }: Props) {
  const t = await getWords("frame");
  const id = document.document_id;
  const { pages, files } = views;
  const tabs = [
    { href: routes.document(id), label: t("text"), isHere: here === "text" },
    pages === null
      ? null
      : { href: routes.page(id, pages.first), label: t("pages"), isHere: false, count: writeNumber(pages.count) },
    views.hasFigures || here === "figures"
      ? { href: routes.figures(id), label: t("figures"), isHere: here === "figures" }
      : null,
    views.hasChanges || here === "changes"
      ? { href: routes.changes(id), label: t("changes"), isHere: here === "changes" }
      : null,
    files === null
      ? null
      : { href: routes.original(id, files.first), label: t("files"), isHere: false, count: writeNumber(files.count) },
  ];
  return (
    <>
      <Crumbs document={document} />
      <header>
        <h1 className="h-filed" lang={document.language ?? "ja"}>
          {document.title ?? id}
        </h1>
        <p className="mt-0.5 mb-3 text-14 text-muted">{line}</p>
      </header>
      <PlaceTabs label={t("views")} tabs={tabs.filter((tab) => tab !== null)} />
    </>
  );
}
