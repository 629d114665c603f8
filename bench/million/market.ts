import { searchableFamilies } from "../../lib/contract/vocabulary.ts";
import { indexedSections } from "../../service/domain/publishing/indexing.ts";
import { readSampleData } from "../../service/sample/data.ts";
import { marketOf } from "../../service/sample/market.ts";
import type { Span } from "../../service/sample/plan.ts";
import { passages } from "../../service/search/core/passages.ts";
import { plainText } from "../../service/search/core/plain-text.ts";
import type { IndexedDocument } from "../../service/search/port.ts";

/** Ten years in full length: about 3,400 passages an issuer. */
const data = readSampleData();
const span: Span = { seed: 1, anchorDay: "2026-06-30", years: 10, lengths: "full" };

export function marketDocuments(issuer: number): IndexedDocument[] {
  const market = marketOf(data, issuer, span);
  return market.documents
    .filter(({ family, sections }) => sections.length > 0 && searchableFamilies.some((each) => each === family))
    .map((document) => ({
      documentId: document.documentId,
      family: document.family,
      type: document.type,
      securityCode: document.securityCode,
      issuerName: document.issuerName,
      title: document.title,
      timelineAtMs: document.timelineAtMs,
      superseded: false,
      issuerNames: [market.issuer.name, market.issuer.nameEn ?? ""].filter((name) => name !== ""),
      periodEnd: document.periodEnd,
      amendsDocumentId: document.amendsDocumentId,
      sections: indexedSections(document.sections),
    }));
}

export const passagesIn = ({ sections }: IndexedDocument): number =>
  sections.reduce((sum, { markdown }) => sum + passages(plainText(markdown)).length, 0);
