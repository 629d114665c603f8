import { jstDayStartMs } from "../../../lib/contract/dates.ts";
import type { Publication } from "../../domain/publishing/publication.ts";
import type { Content, DocumentFacts, DocumentMetadata } from "../facts/known-facts.ts";
import { Refusal } from "../refusal.ts";

export function compose(metadata: DocumentMetadata, content: Content): Publication {
  const { isPending, ...facts } = metadata;
  const { sections, pages, originals, images } = content;
  if (sections.length === 0 && pages.length === 0 && originals.length === 0) {
    throw new Refusal("nothing_to_deliver", "The document has no text, no pages and no file.");
  }
  const status = isPending ? "pending_release" : sections.length > 0 ? "ready" : "unavailable";
  const { missingParts = [] } = content;
  // Left out where nothing is missing, so that documents published before stay unchanged.
  const missing = missingParts.length === 0 ? {} : { missingParts };
  return { ...facts, status, sections, pages, originals, images, ...missing };
}

const unknown = {
  securityCode: null,
  issuerName: null,
  periodStart: null,
  periodEnd: null,
  fiscalPeriod: null,
  amendsDocumentId: null,
} as const;

/** What the source knows goes before what the package says of itself; what neither says is unknown. */
export function metadataOfKnown(
  facts: DocumentFacts | undefined,
  known: Pick<DocumentMetadata, "documentId" | "family" | "type" | "title" | "timelineAtMs"> &
    Partial<DocumentMetadata>,
): DocumentMetadata {
  const { family, documentId } = known;
  const isEdinet = family === "edinet_filing" && /^S[0-9A-Z]{7}$/.test(documentId);
  return {
    ...(facts === undefined ? unknown : saidBy(facts)),
    language: "ja",
    sourceUrl: isEdinet ? edinetUrl(documentId) : null,
    sourceAttribution: isEdinet ? edinetAttribution(documentId) : null,
    releaseAtMs: null,
    isPending: false,
    ...known,
  };
}

function saidBy({ documentId: _id, edinetCode: _code, filedOn: _day, ...said }: DocumentFacts) {
  return said;
}

/** A package's own facts as metadata. Without an id or a day there is no document. */
export function metadataOfFacts(
  facts: DocumentFacts,
  companyOf: (edinetCode: string) => { readonly securityCode: string | undefined } | undefined = () => undefined,
): DocumentMetadata {
  const { documentId, filedOn, family, type, title } = facts;
  if (documentId === undefined || filedOn === undefined) {
    const missing = documentId === undefined ? "its id" : "its day of filing";
    throw new Refusal("missing_facts", `The package does not tell ${missing}.`);
  }
  const listed = facts.edinetCode === undefined ? undefined : companyOf(facts.edinetCode);
  const securityCode = facts.securityCode ?? listed?.securityCode ?? null;
  return metadataOfKnown(facts, {
    ...{ documentId, family, type, title, securityCode },
    timelineAtMs: jstDayStartMs(filedOn),
  });
}

function edinetUrl(documentId: string): string {
  return `https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?${documentId}`;
}

/** The line that the Public Data License asks for, with the word that the content was processed. */
function edinetAttribution(documentId: string): string {
  return `出典：EDINET閲覧（提出）サイト（${edinetUrl(documentId)}）を加工して作成`;
}
