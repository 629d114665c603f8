import { IssuerGloss } from "@/components/ui/IssuerGloss";
import { Link } from "@/components/ui/Link.tsx";
import { ReadingCost } from "@/components/ui/ReadingCost";
import { readingCost } from "@/components/ui/reading-cost";
import type { Tier } from "@/lib/contract/prices";
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
  readonly tiers: readonly Tier[];
  /** Undefined of a service that does not follow EDINET. */
  readonly market: MarketFreshness | undefined;
}

type Listed = DocumentListResponse["documents"][number];

export async function Latest({ latest, today, tiers, market }: Props) {
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
        const { document_id: id, timeline_at: at } = document;
        return (
          <li className="grid-cols-[64px_minmax(0,1fr)_auto]" data-row="true" key={id}>
            <time className="text-12/5 text-muted" dateTime={at ?? undefined}>
              {shortTime(moment(at), today, locale)}
            </time>
            <span>
              <Link className="text-ink hover:text-ai" lang={document.language ?? "ja"} href={routes.document(id)}>
                {document.title ?? id}
              </Link>
              <span className="text-12 text-muted">
                <br />
                <Issuer document={document} locale={locale} />
                <span className="inline-block">{typeName(document.document_type, t)}</span>
              </span>
            </span>
            <span>
              <UnlessOwned documentId={id} among={ids}>
                <ReadingCost shown={readingCost(document, undefined, tiers)} t={t} />
              </UnlessOwned>
            </span>
          </li>
        );
      })}
    </ol>
  );
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
