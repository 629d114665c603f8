import type { EndpointInput } from "../../contract/endpoints.ts";
import type { DocumentId } from "../../contract/ids.ts";
import type { DocumentListResponse, DocumentSummary, StandingListResponse } from "../../contract/resources.ts";
import type { OwnedFilings } from "../../reading/figures.ts";
import type { Store } from "../../store/database.ts";

/** Of a check for updates: what it asks and stores with. */
export interface CheckDeps {
  readonly store: Store;
  now(): number;
  /** The address of the service that is asked. */
  readonly upstream: string;
  /** Undefined where the service has no such document any more. */
  getDocument(documentId: DocumentId): Promise<DocumentSummary | undefined>;
  listDocuments(query: EndpointInput<"listDocuments">): Promise<DocumentListResponse>;
  /** Undefined where the service has no such addition. */
  listStanding(query: EndpointInput<"listStanding">): Promise<StandingListResponse | undefined>;
  /** The owner's packages of the document's issuer; none is bought for it. */
  ownedFilings(documentId: string): Promise<OwnedFilings>;
  /** Resolves once a further request leaves half of the key's limits; false where that takes too long. */
  roomForRequest(): Promise<boolean>;
}

/** Counted over all lists of a check. */
export interface Run {
  found: number;
  requests: number;
}
