import type { EndpointInput, EndpointName, EndpointResponse } from "../../lib/contract/endpoints.ts";
import type { Tier } from "../../lib/contract/prices.ts";
import type { ContentTags } from "../domain/content/content-tags.ts";
import type { Market } from "../domain/market/market.ts";
import type { QuoteVerifier } from "../domain/quotes/verify-quote.ts";
import type { Client } from "../http/client.ts";
import type { Cursors } from "../http/cursors.ts";
import type { FollowingIndex } from "../search/port.ts";
import type {
  Artifacts,
  Blobs,
  Catalog,
  DeliveredTexts,
  OpenBlob,
  StandingPhrases,
  StoreProbe,
} from "../storage/ports.ts";

export interface EndpointDeps {
  readonly catalog: Catalog;
  readonly artifacts: Artifacts;
  readonly blobs: Blobs;
  readonly search: Omit<FollowingIndex, "close">;
  readonly probe: StoreProbe;
  /** Undefined where nothing follows EDINET. */
  readonly market: () => Promise<Market | undefined>;
  readonly cursors: Cursors;
  readonly contentTags: ContentTags;
  readonly quoteVerifier: QuoteVerifier;
  readonly standing: StandingPhrases;
  readonly contentTiers: readonly Tier[];
  readonly searchTimeoutMs: number;
  readonly renderTimeoutMs: number;
  readonly version: string;
  readonly nowMs: () => number;
  readonly isStopping: () => boolean;
}

/** Answers at once and costs nothing. */
export interface FreeHandler<N extends EndpointName> {
  readonly kind: "free";
  /** `keyId` is the caller's key; empty where none is needed. */
  respond(input: EndpointInput<N>, deps: EndpointDeps, keyId: string, client: Client): Promise<EndpointResponse<N>>;
}

/** Checks and returns the price, or throws; then works, for which the credits have been reserved. */
export interface PaidHandler<N extends EndpointName> {
  readonly kind: "paid";
  prepare(input: EndpointInput<N>, deps: EndpointDeps, client: Client): Promise<PaidWork<N>>;
}

export interface PaidWork<N extends EndpointName> {
  readonly credits: number;
  /** Its waits end when the client is gone; a finished answer is charged in any case. */
  run(): Promise<PaidAnswer<N>>;
}

export type PaidAnswer<N extends EndpointName> =
  | {
      readonly json: EndpointResponse<N>;
      readonly headers?: Readonly<Record<string, string>>;
      readonly texts?: DeliveredTexts;
    }
  | { readonly file: OpenBlob; readonly headers: Readonly<Record<string, string>> };

/** The parser fills in required and default values, which its type can't express. */
export function given<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The parser let a required parameter pass.");
  return value;
}
