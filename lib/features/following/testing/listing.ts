import type { EndpointInput } from "../../../contract/endpoints.ts";
import { DocumentSummary, type StandingListResponse } from "../../../contract/resources.ts";
import type { OwnedFilings } from "../../../reading/figures.ts";
import { createOwner } from "../../../store/owners.ts";
import type { Store } from "../../../store/store.ts";
import { openTestStore } from "../../../store/testing/test-store.ts";
import { addWatch } from "../../../store/watches.ts";
import type { CheckDeps } from "../check-deps.ts";

/** A service's list of documents in memory, with pages of two so that every test has several. */
export class Listing {
  readonly documents: DocumentSummary[] = [];
  readonly asked: EndpointInput<"listDocuments">[] = [];
  pageSize = 2;

  publish(id: string, at: string, more: Partial<Record<keyof DocumentSummary, unknown>> = {}): void {
    this.documents.push(
      DocumentSummary.parse({
        document_id: id,
        document_family: "timely_disclosure",
        document_type: "earnings_summary",
        title: `決算短信 ${id}`,
        security_code: "7203",
        issuer_name: "試験自動車",
        issuer_name_en: null,
        timeline_at: at,
        period_start: null,
        period_end: null,
        fiscal_period: null,
        content_status: "ready",
        image_available: null,
        page_count: 9,
        character_count: 4000,
        language: "ja",
        amends_document_id: null,
        amended_by_document_id: null,
        superseded_by_document_id: null,
        source_url: null,
        source_attribution: null,
        missing_parts: [],
        ...more,
      }),
    );
  }

  withdraw(id: string): void {
    const at = this.documents.findIndex(({ document_id }) => document_id === id);
    const found = this.documents[at];
    if (found !== undefined) this.documents[at] = { ...found, content_status: "withdrawn" };
  }

  list(query: EndpointInput<"listDocuments">) {
    this.asked.push(query);
    const { security_codes: codes, document_types: types, timeline_since: since, timeline_until: until } = query;
    const found = this.documents
      .filter((each) => codes === undefined || codes.some((code) => code === each.security_code))
      .filter((each) => types === undefined || types.includes(each.document_type ?? ""))
      .filter((each) => since === undefined || (each.timeline_at ?? "").slice(0, 10) >= since)
      .filter((each) => until === undefined || (each.timeline_at ?? "").slice(0, 10) <= until)
      .sort((a, b) => (b.timeline_at ?? "").localeCompare(a.timeline_at ?? ""));
    const from = Number(query.cursor ?? 0);
    const end = from + this.pageSize;
    return { documents: found.slice(from, end), next_cursor: end < found.length ? String(end) : null };
  }
}

/** 09:00 in Japan on 20 November 2026. */
export const startMs = Date.parse("2026-11-20T09:00:00+09:00");
export const owner = "own_a";

export interface Setup {
  readonly store: Store;
  readonly listing: Listing;
  readonly deps: CheckDeps;
  nowMs: number;
  /** Packages of the issuer that the owner has bought. */
  owned?: OwnedFilings;
  standing?: (query: EndpointInput<"listStanding">) => StandingListResponse;
}

/** An owner who watches 7203 since just now. */
export async function setUp(): Promise<Setup> {
  const store = openTestStore();
  await createOwner(store, { owner_id: owner, created_at: 0, recovery_hash: null });
  await addWatch(store, owner, { security_code: "7203", name: "試験自動車", name_en: null, added_at: startMs });
  const listing = new Listing();
  const setup: Setup = {
    store,
    listing,
    nowMs: startMs,
    deps: {
      store,
      now: () => setup.nowMs,
      upstream: "https://service.test",
      getDocument: (id) => Promise.resolve(listing.documents.find(({ document_id }) => document_id === id)),
      listDocuments: (query) => Promise.resolve(listing.list(query)),
      listStanding: (query) => Promise.resolve(setup.standing?.(query)),
      ownedFilings: () => Promise.resolve(setup.owned ?? { filings: [], unread: [] }),
      roomForRequest: () => Promise.resolve(true),
    },
  };
  return setup;
}
