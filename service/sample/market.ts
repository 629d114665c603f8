import type { IssuerPublication, NewsPublication, Publication } from "../domain/publishing/publication.ts";
import { publicationOf } from "./documents.ts";
import { issuerOf } from "./issuers.ts";
import { newsOf } from "./news.ts";
import { planOf, type Span } from "./plan.ts";

/** Everything one invented issuer has published up to the anchor day, oldest first. */
export interface IssuerMarket {
  readonly issuer: IssuerPublication;
  readonly documents: readonly Publication[];
  readonly news: readonly NewsPublication[];
  /** Published and since withdrawn. */
  readonly withdrawn: readonly string[];
}

export function marketOf(index: number, span: Span): IssuerMarket {
  const issuer = issuerOf(span.seed, index);
  const annual = new Map<number, string>();
  const documents: Publication[] = [];
  for (const planned of planOf(issuer, span)) {
    const document = publicationOf(planned, issuer, span, annual.get(planned.year));
    if (planned.kind === "annual_securities_report" && planned.amends === undefined)
      annual.set(planned.year, document.documentId);
    documents.push(document);
  }
  const withdrawn =
    index % 15 === 7 ? documents.filter(({ type }) => type === "large_holding_change_report").slice(0, 1) : [];
  const { securityCode, name, nameEn, nameKana, market, sector, edinetCode, corporateNumber } = issuer;
  return {
    issuer: { securityCode, name, nameEn, nameKana, market, sector, edinetCode, corporateNumber },
    documents,
    news: newsOf(issuer, documents, span),
    withdrawn: withdrawn.map(({ documentId }) => documentId),
  };
}
