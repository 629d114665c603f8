import type { DocumentFamily, DocumentType } from "../../../lib/contract/vocabulary.ts";

/** The facts in a package about itself. Undefined means unknown; nothing is guessed. */
export interface DocumentFacts {
  readonly documentId: string | undefined;
  readonly family: DocumentFamily;
  readonly type: DocumentType;
  readonly title: string;
  readonly securityCode: string | undefined;
  readonly issuerName: string | undefined;
  /** The filer's, for documents that are about the filer. */
  readonly edinetCode: string | undefined;
  readonly filedOn: string | undefined;
  readonly periodStart: string | undefined;
  readonly periodEnd: string | undefined;
  readonly fiscalPeriod: string | null;
  readonly amendsDocumentId: string | undefined;
}
