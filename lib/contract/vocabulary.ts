/**
 * The fixed values of the interface: families, types, statuses, match types. Browser and server share them, so this
 * file imports nothing: a schema library would be sent to the browser with it.
 */

export const documentFamilies = ["edinet_filing", "timely_disclosure", "ir_material"] as const;
export type DocumentFamily = (typeof documentFamilies)[number];

export const searchableFamilies = ["edinet_filing", "timely_disclosure"] as const;
export type SearchableFamily = (typeof searchableFamilies)[number];

export const documentTypes = [
  "annual_securities_report",
  "semiannual_report",
  "quarterly_report",
  "extraordinary_report",
  "large_holding_report",
  "large_holding_change_report",
  "tender_offer_statement",
  "securities_registration_statement",
  "internal_control_report",
  "earnings_summary",
  "forecast_revision",
  "dividend_revision",
  "share_buyback",
  "management_change",
  "acquisition_or_merger",
  "other_timely_disclosure",
  "ir_presentation",
  "integrated_report",
  "fact_book",
  "other",
] as const;
export type DocumentType = (typeof documentTypes)[number];

/** Types of IR material, whose bodies are never searched. */
export const unsearchableTypes = ["ir_presentation", "integrated_report", "fact_book"] as const;

/** The two types of which `latest_only` hides superseded periods. */
export const supersedableTypes = ["annual_securities_report", "earnings_summary"] as const;

export const contentStatuses = ["ready", "pending_release", "unavailable", "withdrawn"] as const;
export type ContentStatus = (typeof contentStatuses)[number];

export const matchTypes = ["semantic", "lexical"] as const;
export type MatchType = (typeof matchTypes)[number];

/** The media types of originals; any other file is sent as `application/octet-stream`. */
export const originalMediaTypes = [
  "application/pdf",
  "application/zip",
  "image/png",
  "image/jpeg",
  "image/gif",
  "application/octet-stream",
] as const;
