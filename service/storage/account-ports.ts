/** Keys with their credits, ledger, stored answers and request counts. */

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly createdAtMs: number;
  readonly revokedAtMs: number | null;
  readonly entitled: boolean;
  readonly perMinute: number;
  /** Null: no cap. */
  readonly perDay: number | null;
  /** Null: unlimited credits. */
  readonly credits: Credits | null;
  readonly charged: number;
}

/** granted = balance + reserved + charged, always. */
export interface Credits {
  readonly granted: number;
  readonly balance: number;
  readonly reserved: number;
}

export interface NewApiKey {
  readonly id: string;
  readonly name: string;
  readonly secretHash: Uint8Array;
  readonly createdAtMs: number;
  readonly entitled: boolean;
  readonly perMinute: number;
  readonly perDay: number | null;
  /** Null: unlimited. */
  readonly credits: number | null;
}

export interface Keys {
  create(key: NewApiKey): Promise<void>;
  /** The current state: a revocation by another process takes effect with the next request. */
  findByHash(secretHash: Buffer): Promise<ApiKey | undefined>;
  find(id: string): Promise<ApiKey | undefined>;
  list(): Promise<ApiKey[]>;
  /** False where there is no such key. Revoking twice keeps the first time. */
  revoke(id: string, nowMs: number): Promise<boolean>;
}

export interface Reservation {
  readonly keyId: string;
  readonly credits: number;
}

export interface ReservationRequest {
  readonly keyId: string;
  readonly credits: number;
}

export interface Insufficient {
  readonly creditsRemaining: number;
}

/** A 2xx answer as kept for an idempotency key: small bodies whole, files as a reference that pins the blob. */
export interface StoredResponse {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly bytes: Uint8Array } | { readonly blob: string };
}

export interface ClaimRequest {
  readonly keyId: string;
  readonly idempotencyKey: string;
  /** Of the canonical request: another request under the same key is refused. */
  readonly fingerprint: Uint8Array;
  readonly nowMs: number;
}

/** The right to answer one request under its idempotency key. It ends with its process, as reservations do. */
export interface Claim {
  readonly keyId: string;
  readonly idempotencyKey: string;
  readonly fingerprint: Uint8Array;
}

/** `running` and `answered` hold the fingerprint of the request that came first. */
export type Claimed =
  | { readonly kind: "claimed"; readonly claim: Claim }
  | { readonly kind: "running"; readonly fingerprint: Uint8Array }
  | { readonly kind: "answered"; readonly fingerprint: Uint8Array; readonly response: StoredResponse };

export interface IdempotentAnswer {
  readonly claim: Claim;
  readonly response: StoredResponse;
  readonly expiresAtMs: number;
}

export interface Ledger {
  /** For any number of requests at once, in any process, one gets the claim. */
  claim(request: ClaimRequest): Promise<Claimed>;
  /** Ends a claim whose request was not charged; after its settlement it does nothing. */
  dropClaim(claim: Claim): Promise<void>;
  /** Reserves credits, or returns what is left where that is too little. Reservations end with their process. */
  reserve(request: ReservationRequest): Promise<Reservation | Insufficient>;
  /**
   * Charge, ledger row and idempotent answer: one transaction, synced before it returns. It fails, and charges nothing,
   * where the reservation or the claim is no longer held. Null: unlimited.
   */
  settle(reservation: Reservation, details: SettlementDetails): Promise<Credits | null>;
  release(reservation: Reservation): Promise<void>;
  grant(keyId: string, credits: number, nowMs: number): Promise<Credits | "unknown_key" | "unlimited_key">;
  /** Drops some expired answers, and with them their hold on blobs. */
  purgeResponses(nowMs: number): Promise<number>;
  /** Recomputes every key from its entries; one line for each that differs. */
  verify(): Promise<LedgerReport>;
}

export interface SettlementDetails {
  readonly atMs: number;
  readonly endpoint: string;
  readonly requestId: string;
  readonly idempotent?: IdempotentAnswer | undefined;
  /** The texts that the answer delivers, kept with the charge. */
  readonly texts?: DeliveredTexts | undefined;
}

export interface DeliveredTexts {
  readonly documentId: string;
  /** The first eight bytes of the SHA-256 of each section's own text. */
  readonly hashes: readonly Uint8Array[];
}

export interface LedgerReport {
  readonly keys: number;
  readonly entries: number;
  readonly drifts: readonly string[];
}

export interface RequestCounters {
  readonly keyId: string;
  /** Epoch minute of the window. */
  readonly minute: number;
  readonly minuteCount: number;
  /** Japanese calendar day. */
  readonly day: string;
  readonly dayCount: number;
}

/** Stores request counts over restarts. */
export interface Limits {
  load(keyId: string): Promise<RequestCounters | undefined>;
  save(counters: readonly RequestCounters[]): Promise<void>;
}

/** Finds keys for requests, and counts each request against the limits of its key. */
export interface CountedKeys {
  /** Undefined where no such key is valid; nothing is counted then. */
  find(secretHash: Buffer, nowMs: number): Promise<CountedKey | undefined>;
  /** For reading while a key is being found. Missing where keys are found without waiting. */
  readonly ahead?: ReadingAhead | undefined;
  /** Stores what was counted and is not stored yet. */
  flush(): Promise<void>;
}

export interface ReadingAhead {
  wasValid(secretHash: Buffer): boolean;
  /** Finds the key and reads from the catalog in one round trip, where `work` begins both before it first waits. */
  together<T>(work: () => T): T;
}

export interface CountedKey {
  readonly key: ApiKey;
  readonly counted: Counted | Promise<Counted>;
}

export interface Counted {
  readonly verdict: "within" | "over_rate" | "over_day";
  readonly minute: Window;
  /** Undefined where the key has no daily cap. */
  readonly day: Window | undefined;
}

export interface Window {
  readonly limit: number;
  readonly remaining: number;
  readonly resetAtMs: number;
}

/** Quotes that a key asked for in vain, by document and day, and what it has bought of a document's text. */
export interface QuoteChecks {
  /**
   * Counts a quote as not found before its text is looked at. Nothing is counted where either bound is reached. Stored
   * when it returns, and exact for any number of requests and processes.
   */
  count(check: QuoteCheck, bounds: QuoteBounds): Promise<CountedQuote>;
  /** Takes the count back, because the quote was found. */
  takeBack(check: QuoteCheck): Promise<void>;
  /** Hashes of the texts that were delivered to the key. */
  deliveredTo(keyId: string, documentId: string): Promise<readonly Uint8Array[]>;
  /** Drops the counts of earlier days. */
  purge(day: string): Promise<number>;
}

export interface QuoteCheck {
  readonly keyId: string;
  readonly documentId: string;
  /** Japanese calendar day. */
  readonly day: string;
}

export interface QuoteBounds {
  readonly perDocument: number;
  readonly perKey: number;
}

/** How often quotes were not found that day, this one included, or which bound had been reached. */
export type CountedQuote =
  | { readonly ofDocument: number; readonly ofKey: number }
  | { readonly reached: keyof QuoteBounds };
