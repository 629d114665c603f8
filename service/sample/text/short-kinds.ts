import type { SampleIssuer } from "../issuers.ts";

/** The documents of a few pages: earnings summaries, notices, reports of holdings and events. */
export const shortKinds = [
  "earnings_summary",
  "semiannual_report",
  "quarterly_report",
  "extraordinary_report",
  "internal_control_report",
  "confirmation",
  "forecast_revision",
  "dividend_revision",
  "share_buyback",
  "management_change",
  "acquisition_or_merger",
  "other_timely_disclosure",
  "large_holding_report",
  "large_holding_change_report",
  "tender_offer_statement",
  "securities_registration_statement",
] as const;
export type ShortKind = (typeof shortKinds)[number];

export interface ShortDocument {
  readonly kind: ShortKind;
  readonly issuer: SampleIssuer;
  readonly year: number;
  /** 0 for the whole year, else the quarter. */
  readonly quarter: number;
  readonly filedOn: string;
  /** Distinguishes two documents of a kind in one year. */
  readonly variant: number;
}
