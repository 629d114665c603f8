import type {
  DocumentOriginalsResponse,
  DocumentPageImagesResponse,
  DocumentSummary,
  DocumentTocResponse,
} from "@/lib/contract/resources";
import type { AppProblem } from "@/lib/purchases/wire";

type Problem = AppProblem & { readonly content_status?: string };
type Settled<T> = { readonly value: T } | { readonly problem: Problem };

/** What the cover shows; each part stands or falls alone. */
export interface CoverData {
  readonly document: DocumentSummary;
  readonly toc: Settled<DocumentTocResponse> | null;
  readonly pages: Settled<DocumentPageImagesResponse>;
  readonly originals: Settled<DocumentOriginalsResponse>;
  readonly amends: DocumentSummary | null;
  readonly amendedBy: DocumentSummary | null;
  readonly supersededBy: DocumentSummary | null;
}
