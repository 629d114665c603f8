import type { PublicationSection } from "../../domain/publishing/publication.ts";
import { Composer } from "./compose.ts";
import { type Context, contextOf } from "./context.ts";
import { earningsSummary } from "./earnings-summary.ts";
import { extraordinaryReport, holding, securitiesRegistration, tenderOffer } from "./event-filings.ts";
import { noticeDetails } from "./notice-details.ts";
import { dividendRevision, forecastRevision, managementChange, merger, otherNotice, shareBuyback } from "./notices.ts";
import { confirmation, internalControlReport, periodic } from "./periodic-reports.ts";
import type { ShortDocument, ShortKind } from "./short-kinds.ts";

type Writer = (out: Composer, c: Context, document: ShortDocument) => void;

const writers: Readonly<Record<ShortKind, Writer>> = {
  earnings_summary: earningsSummary,
  semiannual_report: periodic,
  quarterly_report: periodic,
  internal_control_report: internalControlReport,
  confirmation,
  extraordinary_report: extraordinaryReport,
  large_holding_report: holding,
  large_holding_change_report: holding,
  tender_offer_statement: tenderOffer,
  securities_registration_statement: securitiesRegistration,
  forecast_revision: forecastRevision,
  dividend_revision: dividendRevision,
  share_buyback: shareBuyback,
  management_change: managementChange,
  acquisition_or_merger: merger,
  other_timely_disclosure: otherNotice,
};

const notices = new Set<ShortKind>([
  "forecast_revision",
  "dividend_revision",
  "share_buyback",
  "management_change",
  "acquisition_or_merger",
  "other_timely_disclosure",
]);

export function shortDocument(seed: number, document: ShortDocument, size: number): PublicationSection[] {
  const { kind, issuer, year, quarter, variant } = document;
  const c = contextOf(seed, issuer, year, size, { name: `${kind}/${quarter}/${variant}`, quarter });
  const out = new Composer();
  writers[document.kind](out, c, document);
  if (notices.has(kind)) noticeDetails(out, c, document);
  return out.sections();
}
