import type { IssuerPublication, NewsPublication, Publication } from "../domain/publishing/publication.ts";
import { addDays } from "./calendar.ts";
import { companyOf } from "./company.ts";
import type { SampleData } from "./data.ts";
import { documentIdOf, publicationOf } from "./documents.ts";
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

/** Days of publication, the first included and the last not. */
export interface Days {
  readonly from: string;
  readonly until: string;
}

/** Publications of given days are the same whether they are made alone or with all the rest. */
export function marketOf(data: SampleData, index: number, span: Span, days?: Days): IssuerMarket {
  const company = companyOf(data, span.seed, index);
  const planned = planOf(data, company.issuer, span);
  const annual = new Map(
    planned
      .filter(({ kind, amends }) => kind === "annual_securities_report" && amends === undefined)
      .map((each) => [each.year, documentIdOf(company, each)]),
  );
  const documents = planned
    .filter(({ day }) => days === undefined || (day >= days.from && day < days.until))
    .map((each) => publicationOf(each, company, span, annual.get(each.year)));
  const withdrawn = planned.find(
    ({ type, day }) =>
      index % 15 === 7 && type === "large_holding_change_report" && day < addDays(span.anchorDay, -400),
  );
  const withdrawnId = withdrawn === undefined ? undefined : documentIdOf(company, withdrawn);
  const { securityCode, name, nameEn, nameKana, market, sector, edinetCode, corporateNumber } = company.issuer;
  return {
    issuer: { securityCode, name, nameEn, nameKana, market, sector, edinetCode, corporateNumber },
    documents,
    news: newsOf(company, documents, span),
    withdrawn: documents.filter(({ documentId }) => documentId === withdrawnId).map(({ documentId }) => documentId),
  };
}
