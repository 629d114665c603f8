/** Only `POST /api/purchases` spends; everything else here is free. */
import type { AppProblem } from "../contract/app-problem.ts";
import type { IntentState } from "../store/purchases.ts";
import type { StatusFields } from "../text/format/standing.ts";
import type { Purchase, PurchaseKind, QuestionKind } from "../text/purchase-kinds.ts";

export type { AppProblem, IntentState, PurchaseKind };

/** One thing that can be bought by itself. */
export type SinglePurchase = Purchase;

/** Several things under one confirmation, run in this order. A copy of an owned thing is never in one. */
export interface BasketPurchase {
  readonly kind: "basket";
  readonly lines: readonly SinglePurchase[];
  readonly epoch?: undefined;
}

export type PurchaseAction = SinglePurchase | BasketPurchase;

/** A price: exact where min equals max. */
export interface Price {
  readonly min: number;
  readonly max: number;
}

export type Blocker =
  | "insufficient"
  | "over_daily_cap"
  | "over_monthly_cap"
  | "not_deliverable"
  | "rate_limited"
  /** An earlier attempt has no outcome yet, or its answer can't be read: only `epoch: "again"` requests it again. */
  | "outcome_unknown"
  | "unreadable"
  /** The search timed out twice: it is not sent again until the question changes. */
  | "repeated_timeout";

/** Another way to see the same part of a document. */
export interface Alternative {
  readonly action: Purchase<Exclude<PurchaseKind, QuestionKind>>;
  readonly price: Price;
  /** Of how many pages or sections some are owned already and cost nothing. */
  readonly owned_parts?: number;
}

export interface Quote {
  /** Signed; good for five minutes. */
  readonly token: string;
  readonly action: PurchaseAction;
  readonly price: Price;
  /** The number of requests to the service: one for each page, else one. */
  readonly requests: number;
  /** Everything requested is owned already: nothing to pay, nothing to run. */
  readonly owned: boolean;
  /** Null where the plan has no credit limit. */
  readonly balance: number | null;
  readonly balance_after: number | null;
  /** At or over the owner's threshold: one confirmation is shown first. */
  readonly needs_confirmation: boolean;
  readonly blocker: Blocker | null;
  /** Other ways to see the same thing, cheapest first. */
  readonly alternatives: readonly Alternative[];
  /** Parts that the document announces and the service lacks; absent where none is known. */
  readonly missing_parts?: readonly string[];
  /** Of a ZIP: the figures in it, by the service's count; null where it tells none, and there may be none. */
  readonly fact_count?: number | null;
  readonly expires_at: string;
  /** Shown in the dialog beside the price; null where there is no cap. */
  readonly spent_today: number;
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
  /** When a refused key may be used again. */
  readonly retry_at: string | null;
}

/** Body of `POST /api/purchases`. `max_credits` is the price that was on the screen. */
export interface PurchaseRequest {
  readonly token: string;
  readonly max_credits: number;
  /** The client or project that the credits are for; shown in the ledger. */
  readonly label?: string | null;
}

export interface IntentView {
  readonly intent_id: string;
  readonly state: IntentState;
  /** Null while it isn't known. */
  readonly credits: number | null;
  /** The most that may have been charged while the outcome is unknown. */
  readonly credits_max: number;
  readonly page_number?: number;
  /** The answer is stored but can't be read. */
  readonly unreadable?: boolean;
  /** The answer exceeded the size limit, was cut there, and was charged. */
  readonly incomplete?: boolean;
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
  /** As in the quote. */
  readonly missing_parts?: readonly string[];
  /** For searches and lists: the stored answer, parsed tolerantly. */
  readonly answer?: StoredAnswer;
  /** For a basket: how far each of its lines is, in their order. */
  readonly lines?: readonly LineOutcome[];
  /** A basket that was stopped: what had not been sent then costs nothing. */
  readonly stopped?: boolean;
}

/** A line of the basket with its price alone: `GET /api/basket`, `POST /api/basket/look`. */
export interface BasketLine {
  readonly action: SinglePurchase;
  readonly name: LineName;
  /** Null where it can't be told, for the reason of `blocker` or `problem`. */
  readonly price: Price | null;
  readonly requests: number;
  readonly owned: boolean;
  /** Of its sections or pages. */
  readonly owned_items: number;
  readonly blocker: Extract<Blocker, "not_deliverable" | "outcome_unknown" | "unreadable"> | null;
  readonly problem: AppProblem | null;
  readonly cheaper: Alternative | null;
}

export interface BasketView {
  readonly lines: readonly BasketLine[];
  /** The newest confirmation that has not been put away; null where there is none. */
  readonly run: PurchaseView | null;
}

/** The lines of a link: `POST /api/basket/look`. */
export interface LinkedBasket {
  readonly lines: readonly BasketLine[];
  /** Parts of the link that can't be read, and those beyond the most that a basket holds. */
  readonly unreadable: number;
  readonly too_many: number;
}

/** Body of `PUT /api/basket`; what is added or taken out is named as it would be bought. */
export interface BasketChange {
  readonly add?: readonly SinglePurchase[];
  readonly remove?: readonly SinglePurchase[];
  readonly clear?: boolean;
  /** Puts a run that has ended away. */
  readonly dismiss?: string;
}

/** `waiting` has not been sent, and can be stopped; `owned` was owned when the basket was confirmed. */
export type LineState = "waiting" | "running" | "stored" | "failed" | "unknown" | "owned";

export interface LineOutcome {
  readonly action: SinglePurchase;
  readonly name: LineName;
  readonly state: LineState;
  readonly credits_charged: number;
  /** The most that may have been charged beside it, where an outcome is unknown. */
  readonly credits_unknown: number;
  readonly error: AppProblem | null;
}

/** The document with the parts in their order, or the question. */
export interface LineName {
  readonly document_title: string | null;
  readonly language: string | null;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  /** For sections and originals, in the order of the action. */
  readonly parts: readonly string[];
}

export interface StoredAnswer {
  readonly artifact_id: string;
  readonly stored_at: string;
  readonly credits: number;
  /** Publications within the filter that the search did not find yet. */
  readonly search_behind: number;
  /** DocumentSearchResponse, NewsSearchResponse or NewsListResponse; null where it can't be read. */
  readonly value: unknown;
  readonly unreadable: string | null;
}

/** `GET /api/owned/documents/{id}`. */
export interface OwnedDocument {
  readonly document_id: string;
  readonly whole: boolean;
  /** Section ids, each with everything beneath it. */
  readonly sections: readonly string[];
  readonly pages: readonly number[];
  readonly originals: readonly string[];
  /** Sections owned part by part, whose introductory words were in none of the parts. */
  readonly without_lead: readonly string[];
  /** Requested, without an outcome yet. */
  readonly pending: { readonly sections: readonly string[]; readonly pages: readonly number[] };
}

/** The data of the credit gauge: `GET /api/credits`. Null where the service sends nothing. */
export interface CreditsView {
  readonly balance: number | null;
  readonly spent_today: number;
  readonly spent_month: number;
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
  readonly confirm_at: number;
  readonly rate_limited_until: string | null;
  readonly unknown_count: number;
  /** How many things are in the basket. */
  readonly basket_count: number;
  /** The most that the purchases without an outcome may have cost. */
  readonly unknown_max: number;
  /** The last purchases; absent in what a page begins with. */
  readonly recent?: readonly LedgerRow[];
}

/** Body of `PUT /api/budget`; null lifts a cap. */
export interface Budget {
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
  readonly confirm_at: number;
}

export interface LedgerAgent {
  /** Null: a question that the owner asked, whose words are the task's title. */
  readonly token_name: string | null;
  readonly task_id: string | null;
  readonly task_title: string | null;
}

export interface LedgerRow {
  readonly intent_id: string;
  /** When it was charged; until there is an outcome, when it was confirmed. */
  readonly at: string;
  /** When it was confirmed: the same for everything that was bought at once. */
  readonly opened_at: string;
  readonly kind: PurchaseKind;
  readonly document_id: string | null;
  readonly document_title: string | null;
  readonly security_code: string | null;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  /** Section titles, page number, file name or query: what the action was about. */
  readonly subject: string | null;
  readonly credits: number | null;
  readonly balance: number | null;
  readonly label: string | null;
  readonly state: IntentState;
  readonly credits_max: number;
  /** Ids to link the row's subject: the section or original it bought. */
  readonly section_id: string | null;
  readonly page_number: number | null;
  readonly original_id: string | null;
  /** For searches: the question as it was sent. */
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly hit_count: number | null;
  readonly error_code: string | null;
  /** Charged, and cut at the size limit of its kind. */
  readonly incomplete: boolean;
  /** The program that bought it; null for a person in the browser. */
  readonly agent: LedgerAgent | null;
}

export interface LedgerPage {
  readonly rows: readonly LedgerRow[];
  readonly next_cursor: string | null;
  readonly total: number;
}

/** One owned thing in the library: `GET /api/library`. */
export interface LibraryItem {
  readonly artifact_id: string;
  readonly kind: PurchaseKind;
  readonly stored_at: string;
  readonly credits: number;
  readonly document_id: string | null;
  readonly document_title: string | null;
  /** As the service last said. */
  readonly standing: StatusFields;
  readonly document_type: string | null;
  readonly security_code: string | null;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  readonly subject: string | null;
  readonly section_id: string | null;
  readonly page_number: number | null;
  readonly original_id: string | null;
  readonly input: Readonly<Record<string, unknown>> | null;
  readonly byte_size: number;
  readonly opened: boolean;
  readonly unreadable: boolean;
  /** The answer exceeded the size limit and was cut there. */
  readonly incomplete: boolean;
  /** The document lacks parts that it announces. */
  readonly parts_missing: boolean;
  /** Offsets in UTF-16 units of `text`. */
  readonly snippet: { readonly text: string; readonly highlights: readonly (readonly [number, number])[] } | null;
  /** The text was not looked through for one. */
  readonly snippet_unread: "too_complex" | "busy" | null;
}

export interface LibraryPage {
  readonly items: readonly LibraryItem[];
  readonly next_cursor: string | null;
  readonly total: number;
}

/** `GET /api/library/summary?month=YYYY-MM`: the figures and plots above the ledger. */
export interface LibrarySummary {
  readonly month: string;
  readonly spent_month: number;
  readonly spent_today: number;
  readonly saved: number;
  readonly saved_since: string | null;
  /** How often an owned section, page, original or answer was opened on a further visit. */
  readonly saved_reads: number;
  readonly unknown_count: number;
  readonly unknown_max: number;
  readonly owned_count: number;
  readonly ledger_count: number;
  readonly never_opened_count: number;
  readonly never_opened_credits: number;
  readonly by_day: readonly { readonly day: string; readonly credits: number }[];
  /** The last twelve, those without credits left out. */
  readonly by_month: readonly { readonly month: string; readonly credits: number }[];
  readonly by_issuer: readonly {
    readonly security_code: string | null;
    readonly issuer_name: string | null;
    readonly issuer_name_en: string | null;
    readonly credits: number;
  }[];
  /** What has no label counts under null. */
  readonly by_label: readonly { readonly label: string | null; readonly credits: number }[];
  readonly owned_issuers: readonly {
    readonly security_code: string;
    readonly issuer_name: string | null;
    readonly issuer_name_en: string | null;
    readonly count: number;
  }[];
  readonly labels: readonly string[];
  readonly first_month: string | null;
  readonly budget: Budget;
}

/** A section's own text as stored: `GET /api/owned/documents/{id}/sections/{sectionId}`. */
export interface OwnedSection {
  readonly document_id: string;
  readonly section_id: string;
  readonly title: string | null;
  /** Markdown, exactly as delivered. */
  readonly content: string;
  readonly stored_at: string;
  readonly artifact_id: string;
  /** The introductory words of a section put together from its parts are missing. */
  readonly without_lead: boolean;
}
