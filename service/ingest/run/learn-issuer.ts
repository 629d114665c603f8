import type { DocumentMetadata } from "../facts/known-facts.ts";
import type { DocumentDraft } from "../package/read-package.ts";
import type { IngestContext } from "./ingest-context.ts";

/** If no list of companies names an issuer, its own documents do. A fund's report names its manager instead. */
export async function learnIssuer(
  { securityCode, issuerName: name }: DocumentMetadata,
  draft: DocumentDraft | undefined,
  { sink, nameOf }: IngestContext,
): Promise<void> {
  if (securityCode === null || name === null || nameOf(securityCode) !== undefined) return;
  if (draft?.pageNames.some((page) => page.includes("jpsps")) === true) return;
  const unknown = { nameEn: null, nameKana: null, market: null, sector: null, edinetCode: null, corporateNumber: null };
  await sink.learnIssuer({ securityCode, name, ...unknown });
}
