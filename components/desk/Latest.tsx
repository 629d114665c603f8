import { DocumentCost } from "@/components/documents";
import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import type { CostedDocument } from "@/components/ui/reading-cost";
import type { DocumentListResponse, MarketFreshness } from "@/lib/contract/resources";
import { getLocale, getWords } from "@/lib/next/locale.server";
import { routes } from "@/lib/routes";
import { between } from "@/lib/text/format/between";
import { moment } from "@/lib/text/format/clock";
import { shortTime } from "@/lib/text/format/short-time";
import { typeName } from "@/lib/text/i18n/document-words";
import { UnlessOwned } from "./UnlessOwned.tsx";

interface Props {
  readonly latest: DocumentListResponse;
  readonly today: string;
  /** Undefined of a service that does not follow EDINET. */
  readonly market: MarketFreshness | undefined;
}

type Listed = DocumentListResponse["documents"][number];

export async function Latest({ latest, today, market }: Props) {
  const { documents } = latest;
  if (documents.length === 0) {
    const t = await getWords("desk");
    return (
      <div className="empty border-0 pt-1">
        <h3>{t(isArriving(market) ? "nothingYet" : "nothingLatest")}</h3>
        <p>{t(isArriving(market) ? "nothingYetText" : "nothingLatestText")}</p>
      </div>
    );
  }
  const t = await getWords("documents");
  const locale = await getLocale();
  const ids = documents.map((each) => each.document_id);
  return (
    <ol className="rows">
      {documents.map((document) => {
        const { document_id: id, timeline_at: at, page_count: pages } = document;
        return (
          <li className="filed" data-row="true" key={id}>
            <time dateTime={at ?? undefined}>{shortTime(moment(at), today, locale)}</time>
            <span>
              <Link className="text-ink hover:text-ai" lang={document.language ?? "ja"} href={routes.document(id)}>
                {document.title ?? id}
              </Link>
              <span className="block text-12/4.5 text-muted">
                <Issuer document={document} locale={locale} />
                <span className="inline-block">{typeName(document.document_type, t)}</span>
              </span>
            </span>
            <span>{pages === null ? "" : t("pages", { n: pages })}</span>
            <span>
              <UnlessOwned documentId={id} among={ids}>
                <DocumentCost document={costFacts(document)} owned={undefined} />
              </UnlessOwned>
            </span>
          </li>
        );
      })}
    </ol>
  );
}

/** The parts of a row's price: no more of a document is sent to the browser. */
function costFacts({ content_status, image_available, character_count }: CostedDocument): CostedDocument {
  return { content_status, image_available, character_count };
}

/** As in the list of all filings. */
function Issuer({ document, locale }: { readonly document: Listed; readonly locale: "en" | "ja" }) {
  const { security_code: code, issuer_name: name } = document;
  if (code === null && name === null) return null;
  return (
    <>
      <span lang="ja">{name}</span>
      {code === null ? null : ` ${code}`}
      <IssuerGloss name={document.issuer_name_en} />
      {between(locale)}
    </>
  );
}

/** A market that is being fetched has no list of its last days to speak of yet. */
function isArriving(market: MarketFreshness | undefined): boolean {
  return market !== undefined && (market.up_to === null || market.waiting > 0 || market.missing.length > 0);
}
