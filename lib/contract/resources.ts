import { z } from "zod";
import { CalendarDate, DateTime, DocumentId, NewsId, OriginalId, PhraseId, SectionId, SecurityCode } from "./ids.ts";

/** Response records. Fields that a document may lack are null, never a guess; readers ignore what they don't know. */

/** The main list of a response. Readers accept it under other names too; a response without it is unreadable. */
export const mainLists = z.registry<{ readonly main: true }>();
const mainList = <T extends z.ZodType>(record: T) => z.array(record).register(mainLists, { main: true });

const text = z.string().nullable();
const count = z.int().min(0).nullable();

/** An addition of this service: how far it has followed the source of its filings. */
export const MarketFreshness = z.object({
  /** Everything that the source lists up to then is here; null before its first list was read. */
  up_to: DateTime.nullable(),
  /** Older than a business day. */
  stale: z.boolean(),
  /** Days before `up_to` that are not here, or not whole, the newest last; at most 100 runs of days. */
  missing: z.array(z.object({ from: CalendarDate, to: CalendarDate })),
  /** Documents that are listed and not here yet. */
  waiting: z.int().min(0),
});
export type MarketFreshness = z.infer<typeof MarketFreshness>;

export const HealthResponse = z.object({
  status: z.string(),
  version: z.string(),
  checks: z.record(z.string(), z.string()).optional(),
  /** In `ready` alone, of a service that follows EDINET. */
  market: MarketFreshness.optional(),
});
export type HealthResponse = z.infer<typeof HealthResponse>;

export const Issuer = z.object({
  security_code: SecurityCode,
  name: z.string(),
  name_en: text,
  name_kana: text,
  market: text,
  sector: text,
  edinet_code: text,
  corporate_number: text,
});
export type Issuer = z.infer<typeof Issuer>;

export const IssuerSearchResponse = z.object({ issuers: mainList(Issuer) });
export type IssuerSearchResponse = z.infer<typeof IssuerSearchResponse>;

export const DocumentSummary = z.object({
  document_id: DocumentId,
  document_family: text,
  document_type: text,
  title: text,
  security_code: SecurityCode.nullable(),
  issuer_name: text,
  issuer_name_en: text.describe("The issuer's English name, where it is known."),
  timeline_at: DateTime.nullable(),
  period_start: CalendarDate.nullable(),
  period_end: CalendarDate.nullable(),
  fiscal_period: text,
  content_status: z.string(),
  image_available: z.boolean().nullable(),
  page_count: count,
  character_count: count,
  language: text,
  amends_document_id: DocumentId.nullable(),
  amended_by_document_id: DocumentId.nullable(),
  superseded_by_document_id: DocumentId.nullable(),
  other_language_document_id: DocumentId.nullable()
    .optional()
    .describe("An addition of this service: what was filed with it in the other language, English or Japanese."),
  source_url: text,
  source_attribution: text,
  missing_parts: z.array(z.string()).describe("Parts that the filing announces and lacks, by their names."),
});
export type DocumentSummary = z.infer<typeof DocumentSummary>;

export const DocumentListResponse = z.object({
  documents: mainList(DocumentSummary),
  next_cursor: z.string().nullable(),
});
export type DocumentListResponse = z.infer<typeof DocumentListResponse>;

export const ContentTier = z.object({ max_characters: z.int().nullable(), credits: z.int() });
export type ContentTier = z.infer<typeof ContentTier>;

/** A further page begins after so many characters (code points) of the section's own text. */
export const PageBreak = z.object({ page_number: z.int().min(1), characters: z.int().min(0) });
export type PageBreak = z.infer<typeof PageBreak>;

export const TocEntry = z.object({
  section_id: SectionId,
  title: text,
  title_en: text,
  level: z.int().nullable(),
  parent_section_id: SectionId.nullable(),
  character_count: count.describe("With what lies beneath the section."),
  page_number: z.int().min(1).nullable().describe("Page of the heading, where it is known."),
  page_confidence: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .optional()
    .describe("1 where page and text were made together; less where the text was found again in the PDF."),
  page_breaks: z
    .array(PageBreak)
    .optional()
    .describe("Further pages that begin within the section's own text, before the sections beneath it."),
  uncertain_pages: z
    .array(z.int().min(1))
    .optional()
    .describe("Pages whose tables, in the section's own text, were guessed from positions and may be wrong."),
  content_tag: text.describe(
    "The same for the same text of the same issuer, with the sections beneath it, and nothing more than that. What stands before the point is the version: tags of two versions can't be compared.",
  ),
  own_content_tag: text
    .optional()
    .describe("The same of the section's own text: without its heading and the sections beneath it."),
});
export type TocEntry = z.infer<typeof TocEntry>;

export const MovedSection = z.object({
  section_id: SectionId,
  section_id_now: SectionId,
});
export type MovedSection = z.infer<typeof MovedSection>;

const place = z.int().min(0);

export const FormerWords = z.object({
  content_tag: z.string().describe("Of the former section, as its table of contents had it."),
  offset: place.describe("Where these words begin in the former section's own text."),
  start: place,
  end: place,
});

export const DividedAnew = z.object({
  starts: z.array(place).describe("Of each section of `toc`, in its order, and the end of the last."),
  former: z.array(FormerWords).describe("Words of former sections, without those beneath them."),
});

export const DocumentTocResponse = z.object({
  document_id: DocumentId.nullable(),
  content_tiers: z.array(ContentTier),
  toc: mainList(TocEntry),
  missing_parts: z.array(z.string()).describe("Parts that the filing announces and lacks."),
  moved_sections: z
    .array(MovedSection)
    .describe("Ids that the document had before it was read anew, each with the section that has its text now."),
  divided_anew: DividedAnew.optional().describe(
    "Where the words of former sections stand now, so that what was bought of them counts. Only of a document that was divided anew. Places count the visible UTF-16 units of the document: without white space, tags, images and Markdown's marks.",
  ),
});
export type DocumentTocResponse = z.infer<typeof DocumentTocResponse>;

export const PageImage = z.object({
  page_number: z.int(),
  width: z.number().nullable().describe("In pixels, as the JPEG has."),
  height: z.number().nullable().describe("In pixels, as the JPEG has."),
  byte_size: count,
});
export type PageImage = z.infer<typeof PageImage>;

export const DocumentPageImagesResponse = z.object({
  document_id: DocumentId.nullable(),
  page_count: count,
  pages: mainList(PageImage),
});
export type DocumentPageImagesResponse = z.infer<typeof DocumentPageImagesResponse>;

export const Original = z.object({
  original_id: OriginalId,
  media_type: text,
  file_name: text,
  byte_size: count,
  fact_count: count
    .optional()
    .describe("An addition of this service, on XBRL packages: the figures in it; null where they were not counted."),
});
export type Original = z.infer<typeof Original>;

export const DocumentOriginalsResponse = z.object({
  document_id: DocumentId.nullable(),
  originals: mainList(Original),
});
export type DocumentOriginalsResponse = z.infer<typeof DocumentOriginalsResponse>;

export const ContentSection = z.object({ section_id: SectionId, title: text, content: z.string() });
export type ContentSection = z.infer<typeof ContentSection>;

/** An image of the text that was bought. It counts neither in a tier nor in any number of characters. */
export const ContentFigure = z.object({
  figure_id: z.string().describe("NAME of `images/NAME` in the text, where the figure stands."),
  section_id: SectionId.nullable().describe("The innermost section whose own text has the figure."),
  media_type: text.describe("`image/png` or `image/jpeg`; null without data."),
  data: text.describe("Base64; null where the figure can't be delivered or the answer has no room for it."),
});
export type ContentFigure = z.infer<typeof ContentFigure>;

export const DocumentContentResponse = z.object({
  document_id: DocumentId.nullable(),
  content_format: text,
  content: z.string(),
  sections_returned: z.array(SectionId).optional(),
  content_sections: z.array(ContentSection).optional(),
  content_figures: z
    .array(ContentFigure)
    .optional()
    .describe("The figures of the text, in reading order; absent where it has none."),
});
export type DocumentContentResponse = z.infer<typeof DocumentContentResponse>;

export const NewsReference = z.object({
  document_id: DocumentId.nullable(),
  section_id: SectionId.nullable(),
  page_number: z.int().nullable(),
  url: text,
  title: text,
});
export type NewsReference = z.infer<typeof NewsReference>;

export const NewsStatement = z.object({
  news_id: NewsId,
  title: text,
  statement: text,
  observed_at: DateTime.nullable(),
  security_codes: z.array(SecurityCode),
  references: z.array(NewsReference),
});
export type NewsStatement = z.infer<typeof NewsStatement>;

export const NewsListResponse = z.object({ news: mainList(NewsStatement), next_cursor: z.string().nullable() });
export type NewsListResponse = z.infer<typeof NewsListResponse>;

/** Highlights are [start, end) offsets in code points of `text`. */
export const Snippet = z.object({
  text: z.string(),
  highlights: z.array(z.tuple([z.int(), z.int()])),
});
export type Snippet = z.infer<typeof Snippet>;

/** For example an amendment and its original, or boilerplate of many issuers. */
export const PassageElsewhere = z.object({
  document_id: DocumentId,
  section_id: SectionId.nullable(),
  title: text.optional(),
  issuer_name: text.optional(),
  issuer_name_en: text.optional(),
  timeline_at: DateTime.nullable().optional(),
});
export type PassageElsewhere = z.infer<typeof PassageElsewhere>;

/** The row of a table that matched: which table of the section and which of its rows, from 0, and its label. */
export const MatchedRow = z.object({ table: z.int().min(0), row: z.int().min(0), label: z.string() });
export type MatchedRow = z.infer<typeof MatchedRow>;

export const DocumentHit = z.object({
  document: DocumentSummary,
  section_id: SectionId.nullable(),
  section_title: text,
  section_title_en: text.optional(),
  section_path: z.array(z.string()),
  score: z.number().nullable(),
  snippet: Snippet.nullable(),
  also_in: z.array(PassageElsewhere).optional(),
  row: MatchedRow.nullable().optional(),
});
export type DocumentHit = z.infer<typeof DocumentHit>;

export const DocumentSearchResponse = z.object({ match_type: text, hits: mainList(DocumentHit) });
export type DocumentSearchResponse = z.infer<typeof DocumentSearchResponse>;

export const NewsHit = z.object({ news: NewsStatement, score: z.number().nullable() });
export type NewsHit = z.infer<typeof NewsHit>;

export const NewsSearchResponse = z.object({ match_type: text, hits: mainList(NewsHit) });
export type NewsSearchResponse = z.infer<typeof NewsSearchResponse>;

export const QuoteVerificationResponse = z.object({
  document_id: DocumentId,
  left_out: z
    .array(z.enum(["negation", "figure"]))
    .nullable()
    .optional()
    .describe(
      "To be read first: an ellipsis of the quote leaves out a denial or a figure, which may turn its meaning. Null where what it leaves out is not told, since it is text that was not bought with the key.",
    ),
  verdict: z.enum(["found", "not_found"]),
  ellipsis: z.boolean().describe("The words were found with something left out between them."),
  rule: z
    .enum(["bought_text", "whole_sentences"])
    .describe("Whether it was looked for in text that was bought with the key, or by whole sentences in all of it."),
  failures_left: z
    .int()
    .min(0)
    .nullable()
    .describe("How many more quotes of this document may be asked for in vain today; null where none are counted."),
});
export type QuoteVerificationResponse = z.infer<typeof QuoteVerificationResponse>;

export const StandingPhrase = z.object({ phrase_id: PhraseId, phrase: z.string(), created_at: DateTime });
export type StandingPhrase = z.infer<typeof StandingPhrase>;

export const StandingSection = z.object({
  section_id: SectionId,
  title: text,
  character_count: count.describe("With its descendants, for its price."),
  passages: z.int().min(1).describe("How often the phrase stands in the section's own text."),
});

export const StandingMatch = z.object({
  phrase_id: PhraseId,
  matched_at: DateTime,
  passages: z.int().min(1).describe("How often the phrase stands in the document."),
  document: DocumentSummary,
  sections: z.array(StandingSection),
});
export type StandingMatch = z.infer<typeof StandingMatch>;

export const StandingListResponse = z.object({
  phrases: z.array(StandingPhrase),
  new_left_today: z.int().min(0).describe("How many new phrases may still be made today."),
  matches: mainList(StandingMatch),
  next_cursor: text,
});
export type StandingListResponse = z.infer<typeof StandingListResponse>;

export const StandingPhraseEnded = z.object({ phrase_id: PhraseId });
