import { jstDateTime } from "../../lib/contract/dates.ts";
import { SectionId } from "../../lib/contract/ids.ts";
import { DocumentSummary, Issuer, NewsStatement, Original } from "../../lib/contract/resources.ts";
import { countCharacters } from "../../lib/text/format/count-characters.ts";
import { measureSections } from "../domain/publishing/measure-sections.ts";
import type {
  IssuerPublication,
  NewsPublication,
  Publication,
  PublicationSection,
} from "../domain/publishing/publication.ts";
import type { Artifacts, Blobs, Catalog, OpenBlob, TimelinePage, TimelinePosition } from "../storage/ports.ts";
import { blobOf, jpegBytes, pdfBytes } from "./fixture.ts";

interface MemoryMarket {
  readonly documents: readonly Publication[];
  readonly issuers: readonly IssuerPublication[];
  readonly news: readonly NewsPublication[];
  readonly withdrawn: readonly string[];
}

/** The catalog in a few lists: the simplest implementation of its rules, to compare real engines with. */
export function createMemoryCatalog(market: MemoryMarket): Catalog {
  const find = (id: string) => market.documents.find((each) => each.documentId === id);
  const summary = (each: Publication) => summaryOf(each, market);
  const among = (wanted: readonly string[] | undefined, value: string | null) =>
    wanted === undefined || (value !== null && wanted.includes(value));
  const within = (ms: number, { sinceMs, untilMs }: { sinceMs?: number | undefined; untilMs?: number | undefined }) =>
    ms >= (sinceMs ?? Number.NEGATIVE_INFINITY) && ms < (untilMs ?? Number.POSITIVE_INFINITY);

  return {
    async searchIssuers(q, limit) {
      return market.issuers
        .filter((each) => each.name.includes(q) || each.securityCode === q || each.nameEn?.includes(q))
        .slice(0, limit)
        .map(issuerOf);
    },
    async findDocument(id) {
      const found = find(id);
      return found && { summary: summary(found), releaseAtMs: found.releaseAtMs };
    },
    async findDocuments(ids) {
      return ids.flatMap((id) => find(id) ?? []).map(summary);
    },
    async listDocuments(filter, after, limit) {
      const matching = market.documents.filter(
        (each) =>
          among(filter.security_codes, each.securityCode) &&
          among(filter.document_types, each.type) &&
          among(filter.document_families, each.family) &&
          within(each.timelineAtMs, filter),
      );
      return pageOf(matching, (each) => ({ atMs: each.timelineAtMs, id: each.documentId }), after, limit, summary);
    },
    async toc(id) {
      return measureSections(find(id)?.sections ?? []).map((each) => ({
        entry: {
          section_id: SectionId.parse(each.sectionId),
          title: each.title,
          title_en: null,
          level: each.level,
          parent_section_id: each.parentSectionId === null ? null : SectionId.parse(each.parentSectionId),
          character_count: each.characterCount,
          page_number: each.pageNumber ?? null,
        },
        textHash: each.textHash,
        ownTextHash: each.ownTextHash,
      }));
    },
    async sectionTexts(id, wanted) {
      return (find(id)?.sections ?? []).filter((each) => among(wanted, each.sectionId));
    },
    async sectionPath(id, sectionId) {
      const sections = find(id)?.sections ?? [];
      const found = sections.find((each) => each.sectionId === sectionId);
      return found && pathOf(sections, found).map((each) => each.title);
    },
    async movedSections() {
      return [];
    },
    async dividedAnew() {
      return null;
    },
    async sectionTitleEn() {
      return null;
    },
    async figureNames(id) {
      return (find(id)?.images ?? []).map((image) => image.name);
    },
    async pageImages(id) {
      return (find(id)?.pages ?? [])
        .filter((each) => each.listed)
        .map(({ pageNumber, width, height }) => ({ pageNumber, points: { width, height }, byteSize: null }));
    },
    async findPage(id, pageNumber) {
      const found = find(id)?.pages.find((each) => each.pageNumber === pageNumber);
      return found === undefined ? "absent" : found.listed ? "listed" : "hidden";
    },
    async originals(id) {
      return (find(id)?.originals ?? []).filter((each) => each.deliverable).map(originalOf);
    },
    async findOriginal(id, originalId) {
      const found = find(id)?.originals.find((each) => each.originalId === originalId);
      return found && { original: originalOf(found), deliverable: found.deliverable };
    },
    async listNews(filter, after, limit) {
      const matching = market.news.filter(
        (each) =>
          (filter.securityCodes === undefined ||
            each.securityCodes.some((code) => among(filter.securityCodes, code))) &&
          within(each.observedAtMs, filter),
      );
      return pageOf(matching, (each) => ({ atMs: each.observedAtMs, id: each.newsId }), after, limit, newsOf);
    },
    async findNews(id) {
      const found = market.news.find((each) => each.newsId === id);
      return found && newsOf(found);
    },
    async findNewsStatements(ids) {
      return ids.flatMap((id) => market.news.find((each) => each.newsId === id) ?? []).map(newsOf);
    },
  };
}

function pageOf<T, R>(
  all: readonly T[],
  positionOf: (record: T) => TimelinePosition,
  after: TimelinePosition | undefined,
  limit: number,
  render: (record: T) => R,
): TimelinePage<R> {
  const before = (a: TimelinePosition, b: TimelinePosition) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1);
  const rest = all
    .toSorted((a, b) => before(positionOf(a), positionOf(b)))
    .filter((each) => after === undefined || before(after, positionOf(each)) < 0)
    .filter((each) => after === undefined || positionOf(each).id !== after.id);
  const last = rest[limit - 1];
  return {
    records: rest.slice(0, limit).map(render),
    next: last !== undefined && rest.length > limit ? positionOf(last) : undefined,
  };
}

function pathOf(sections: readonly PublicationSection[], from: PublicationSection): PublicationSection[] {
  const parent = sections.find((each) => each.sectionId === from.parentSectionId);
  return parent === undefined ? [from] : [...pathOf(sections, parent), from];
}

function summaryOf(
  each: Publication,
  { issuers, withdrawn }: Pick<MemoryMarket, "issuers" | "withdrawn">,
): DocumentSummary {
  return DocumentSummary.parse({
    document_id: each.documentId,
    document_family: each.family,
    document_type: each.type,
    title: each.title,
    security_code: each.securityCode,
    issuer_name: each.issuerName,
    issuer_name_en: issuers.find((issuer) => issuer.securityCode === each.securityCode)?.nameEn ?? null,
    timeline_at: jstDateTime(each.timelineAtMs),
    period_start: each.periodStart,
    period_end: each.periodEnd,
    fiscal_period: each.fiscalPeriod,
    content_status: withdrawn.includes(each.documentId) ? "withdrawn" : each.status,
    image_available: each.pages.some((page) => page.listed),
    page_count: each.pages.length,
    character_count: each.sections.reduce((sum, section) => sum + countCharacters(section.markdown), 0),
    language: each.language,
    amends_document_id: each.amendsDocumentId,
    amended_by_document_id: null,
    superseded_by_document_id: null,
    source_url: each.sourceUrl,
    source_attribution: each.sourceAttribution,
    missing_parts: [...(each.missingParts ?? [])],
  });
}

function originalOf(each: Publication["originals"][number]): Original {
  return Original.parse({
    original_id: each.originalId,
    media_type: each.mediaType,
    file_name: each.fileName,
    byte_size: "blob" in each.source ? each.source.byteSize : null,
  });
}

function issuerOf(each: IssuerPublication): Issuer {
  return Issuer.parse({
    security_code: each.securityCode,
    name: each.name,
    name_en: each.nameEn,
    name_kana: each.nameKana,
    market: each.market,
    sector: each.sector,
    edinet_code: each.edinetCode,
    corporate_number: each.corporateNumber,
  });
}

function newsOf(each: NewsPublication): NewsStatement {
  return NewsStatement.parse({
    news_id: each.newsId,
    title: each.title,
    statement: each.statement,
    observed_at: jstDateTime(each.observedAtMs),
    security_codes: each.securityCodes,
    references: each.references.map((reference) => ({
      document_id: reference.documentId,
      section_id: reference.sectionId,
      page_number: reference.pageNumber,
      url: reference.url,
      title: reference.title,
    })),
  });
}

/** Files in memory; counts the open ones, so that a leak is noticed. */
export interface MemoryBlobs extends Blobs {
  readonly openCount: number;
}

export function createMemoryBlobs(): MemoryBlobs {
  const files = new Map([pdfBytes, jpegBytes].map((bytes) => [blobOf(bytes), bytes]));
  let openCount = 0;
  return {
    get openCount() {
      return openCount;
    },
    async open(blob): Promise<OpenBlob | undefined> {
      const bytes = files.get(blob);
      if (bytes === undefined) return undefined;
      openCount++;
      return {
        blob,
        byteSize: bytes.byteLength,
        stream() {
          return new ReadableStream({
            pull(controller) {
              controller.enqueue(bytes);
              controller.close();
              openCount--;
            },
            cancel() {
              openCount--;
            },
          });
        },
        async close() {
          openCount--;
        },
      };
    },
  };
}

export const memoryArtifacts: Artifacts = {
  figure: async () => Promise.reject(new Error("no figures")),
  pageImage: async () => ({ blob: blobOf(jpegBytes), byteSize: jpegBytes.byteLength }),
  original: async () => ({ blob: blobOf(pdfBytes), byteSize: pdfBytes.byteLength }),
};
