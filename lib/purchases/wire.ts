/**
 * What the browser and the purchase routes say to each other. Types only: the routes parse, pages render.
 * The one door that spends is `POST /api/purchases`; everything else here is free.
 */
import type { EndpointInput } from "../contract/endpoints.ts";

/** Something a credit can buy. `epoch: "again"` asks for a fresh one although an answer is owned. */
export type PurchaseAction =
  | { readonly kind: "content"; readonly document_id: string; readonly epoch?: "again" }
  | {
      readonly kind: "sections";
      readonly document_id: string;
      readonly sections: readonly string[];
      readonly epoch?: "again";
    }
  | {
      readonly kind: "pages";
      readonly document_id: string;
      readonly pages: readonly number[];
      readonly epoch?: "again";
    }
  | { readonly kind: "original"; readonly document_id: string; readonly original_id: string; readonly epoch?: "again" }
  | { readonly kind: "search_documents"; readonly input: EndpointInput<"searchDocuments">; readonly epoch?: "again" }
  | { readonly kind: "search_news"; readonly input: EndpointInput<"searchNews">; readonly epoch?: "again" }
  | { readonly kind: "list_news"; readonly input: EndpointInput<"listNews">; readonly epoch?: "again" };

export type PurchaseKind = PurchaseAction["kind"];

/** A price: exact where min equals max. */
export interface Price {
  readonly min: number;
  readonly max: number;
}

export type Blocker = "insufficient" | "over_daily_cap" | "over_monthly_cap" | "not_deliverable" | "rate_limited";

export interface Quote {
  /** Signed; good for five minutes. */
  readonly token: string;
  readonly action: PurchaseAction;
  readonly price: Price;
  /** How many upstream requests it takes: one a page, else one. */
  readonly requests: number;
  /** Everything asked for is owned already: nothing to pay, nothing to run. */
  readonly owned: boolean;
  /** Null where the plan has no credit limit. */
  readonly balance: number | null;
  readonly balance_after: number | null;
  /** At or over the owner's threshold: one confirmation is shown first. */
  readonly needs_confirmation: boolean;
  readonly blocker: Blocker | null;
  /** Other ways to see the same thing, cheapest first. */
  readonly alternatives: readonly { readonly action: PurchaseAction; readonly price: Price }[];
  readonly expires_at: string;
}

/** Body of `POST /api/purchases`. `max_credits` is the price that was on the screen. */
export interface PurchaseRequest {
  readonly token: string;
  readonly max_credits: number;
}

export type IntentState = "intent" | "sent" | "stored" | "failed" | "unknown";

export interface IntentView {
  readonly intent_id: string;
  readonly state: IntentState;
  /** What was charged; null while it isn't known. */
  readonly credits: number | null;
  readonly page_number?: number;
  readonly error: AppProblem | null;
}

/** Answer of `POST /api/purchases` and `GET /api/purchases/{id}`; poll while `done` is false. */
export interface PurchaseView {
  readonly purchase_id: string;
  readonly action: PurchaseAction;
  readonly done: boolean;
  readonly intents: readonly IntentView[];
  readonly credits_charged: number;
  readonly balance: number | null;
  /** For searches and lists: the stored answer, parsed tolerantly. */
  readonly answer?: StoredAnswer;
}

export interface StoredAnswer {
  readonly artifact_id: string;
  readonly stored_at: string;
  readonly credits: number;
  /** DocumentSearchResponse, NewsSearchResponse or NewsListResponse; null where it can't be read. */
  readonly value: unknown;
  readonly unreadable: string | null;
}

/** What of one document the signed-in owner owns: `GET /api/owned/documents/{id}`. */
export interface OwnedDocument {
  readonly document_id: string;
  readonly whole: boolean;
  /** Section ids, each with everything beneath it. */
  readonly sections: readonly string[];
  readonly pages: readonly number[];
  readonly originals: readonly string[];
}

/** The gauge: `GET /api/credits`. Null where the service tells nothing. */
export interface CreditsView {
  readonly balance: number | null;
  readonly spent_today: number;
  readonly spent_month: number;
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
  readonly confirm_at: number;
  readonly rate_limited_until: string | null;
  readonly unknown_count: number;
  readonly recent: readonly LedgerRow[];
}

export interface LedgerRow {
  readonly intent_id: string;
  readonly at: string;
  readonly kind: PurchaseKind;
  readonly document_id: string | null;
  readonly document_title: string | null;
  readonly security_code: string | null;
  readonly issuer_name: string | null;
  /** Section titles, page number, file name or query: what the action was about. */
  readonly subject: string | null;
  readonly credits: number | null;
  readonly balance: number | null;
  readonly label: string | null;
  readonly state: IntentState;
}

/** The app's own error body, RFC 7807 like the service's; upstream problems pass through with their own code. */
export interface AppProblem {
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** The request id to quote. */
  readonly instance: string | null;
  readonly retry_after_seconds: number | null;
}
