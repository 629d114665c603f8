import { PlaceTabs } from "@/components/ui/PlaceTabs.tsx";
import { Unbroken } from "@/components/ui/Unbroken.tsx";
import type { DocumentSummary } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import type { DocumentViews } from "@/lib/reading/document-views";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { cite } from "@/lib/text/format/citation";
import { moment } from "@/lib/text/format/clock";
import { fiscalPeriod } from "@/lib/text/format/era";
import { typeName } from "@/lib/text/i18n/document-words";
import { writeNumber } from "@/lib/text/i18n/words";
import { Crumbs } from "./Crumbs.tsx";

interface Props {
  readonly document: DocumentSummary;
  readonly views: DocumentViews;
  readonly here: "text" | "pages" | "figures" | "changes" | "files";
}

/** One document, one title; each of its views has an address. */
export async function DocumentHead({ document, views, here }: Props) {
  const t = await getWords("frame");
  const id = document.document_id;
  const tabs = [
    { name: "text", href: routes.document(id), isThere: true },
    { name: "pages", href: routes.pages(id), isThere: views.pages > 0, count: views.pages },
    { name: "figures", href: routes.figures(id), isThere: views.hasFigures },
    { name: "changes", href: routes.changes(id), isThere: views.hasChanges },
    { name: "files", href: routes.files(id), isThere: views.files > 0, count: views.files },
  ] as const;
  return (
    <>
      <Crumbs document={document} />
      <header>
        <h1 className="h-filed" lang={document.language ?? "ja"}>
          {document.title ?? id}
        </h1>
        <p className="mt-0.5 mb-3 text-14 text-muted">
          <Unbroken text={await factsLine(document)} />
        </p>
        {here === "text" ? null : (
          <p className="cite mb-4 hidden print:block" lang="ja">
            <Unbroken text={cite(document, { url: null }, "plain", await getLocale())} />
          </p>
        )}
      </header>
      <PlaceTabs
        label={t("views")}
        tabs={tabs
          .filter(({ name, isThere }) => isThere || name === here)
          .map(({ name, href, ...more }) => ({
            ...{ href, label: t(name), isHere: name === here },
            ...("count" in more && more.count > 0 ? { count: writeNumber(more.count) } : {}),
          }))}
      />
    </>
  );
}

/** Type, period, filing and length in one line; unknown facts are left out. */
async function factsLine(document: DocumentSummary): Promise<string> {
  const t = await getWords("document");
  const locale = await getLocale();
  const filed = moment(document.timeline_at);
  const time = filed === undefined ? undefined : [filed.date, filed.time].filter((part) => part !== null).join(" ");
  const facts = [
    typeName(document.document_type, await getWords("documents")),
    document.fiscal_period === null ? "" : fiscalPeriod(document.fiscal_period, locale),
    time === undefined ? "" : t(document.document_family === "edinet_filing" ? "filedAt" : "publishedAt", { time }),
    document.character_count === null ? "" : t("chars", { n: document.character_count }),
  ];
  return facts.filter((fact) => fact !== "").join(between(locale));
}
