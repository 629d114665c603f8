# Written by scripts/python-models.ts from openapi.json.
"""The records of the interface, its endpoints and its problems."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from ._answer import Answer, DeliveredFile, Endpoint, Price


@dataclass(frozen=True)
class ContentFigure:
    figure_id: str
    section_id: str | None
    media_type: str | None
    data: str | None


@dataclass(frozen=True)
class ContentSection:
    section_id: str
    title: str | None
    content: str


@dataclass(frozen=True)
class ContentTier:
    max_characters: int | None
    credits: int


@dataclass(frozen=True)
class DividedAnew:
    starts: list[int]
    former: list[FormerWords]


@dataclass(frozen=True)
class DocumentContentResponse:
    document_id: str | None
    content_format: str | None
    content: str
    sections_returned: list[str]
    content_sections: list[ContentSection]
    content_figures: list[ContentFigure]


@dataclass(frozen=True)
class DocumentHit:
    document: DocumentSummary
    section_id: str | None
    section_title: str | None
    section_title_en: str | None
    section_path: list[str]
    score: float | None
    snippet: Snippet | None
    also_in: list[PassageElsewhere]
    row: MatchedRow | None


@dataclass(frozen=True)
class DocumentListResponse:
    documents: list[DocumentSummary]
    next_cursor: str | None


@dataclass(frozen=True)
class DocumentOriginalsResponse:
    document_id: str | None
    originals: list[Original]


@dataclass(frozen=True)
class DocumentPageImagesResponse:
    document_id: str | None
    page_count: int | None
    pages: list[PageImage]


@dataclass(frozen=True)
class DocumentSearchResponse:
    match_type: str | None
    hits: list[DocumentHit]


@dataclass(frozen=True)
class DocumentSummary:
    document_id: str
    document_family: str | None
    document_type: str | None
    title: str | None
    security_code: str | None
    issuer_name: str | None
    issuer_name_en: str | None
    timeline_at: str | None
    period_start: str | None
    period_end: str | None
    fiscal_period: str | None
    content_status: str
    image_available: bool | None
    page_count: int | None
    character_count: int | None
    language: str | None
    amends_document_id: str | None
    amended_by_document_id: str | None
    superseded_by_document_id: str | None
    other_language_document_id: str | None
    source_url: str | None
    source_attribution: str | None
    missing_parts: list[str]


@dataclass(frozen=True)
class DocumentTocResponse:
    document_id: str | None
    content_tiers: list[ContentTier]
    toc: list[TocEntry]
    missing_parts: list[str]
    moved_sections: list[MovedSection]
    divided_anew: DividedAnew | None


@dataclass(frozen=True)
class FormerWords:
    content_tag: str
    offset: int
    start: int
    end: int


@dataclass(frozen=True)
class HealthResponse:
    status: str
    version: str
    checks: Any | None
    market: MarketFreshness | None


@dataclass(frozen=True)
class Issuer:
    security_code: str
    name: str
    name_en: str | None
    name_kana: str | None
    market: str | None
    sector: str | None
    edinet_code: str | None
    corporate_number: str | None


@dataclass(frozen=True)
class IssuerSearchResponse:
    issuers: list[Issuer]


@dataclass(frozen=True)
class MarketFreshness:
    up_to: str | None
    stale: bool
    missing: list[Any]
    waiting: int


@dataclass(frozen=True)
class MatchedRow:
    table: int
    row: int
    label: str


@dataclass(frozen=True)
class MovedSection:
    section_id: str
    section_id_now: str


@dataclass(frozen=True)
class NewsHit:
    news: NewsStatement
    score: float | None


@dataclass(frozen=True)
class NewsListResponse:
    news: list[NewsStatement]
    next_cursor: str | None


@dataclass(frozen=True)
class NewsReference:
    document_id: str | None
    section_id: str | None
    page_number: int | None
    url: str | None
    title: str | None


@dataclass(frozen=True)
class NewsSearchResponse:
    match_type: str | None
    hits: list[NewsHit]


@dataclass(frozen=True)
class NewsStatement:
    news_id: str
    title: str | None
    statement: str | None
    observed_at: str | None
    security_codes: list[str]
    references: list[NewsReference]


@dataclass(frozen=True)
class Original:
    original_id: str
    media_type: str | None
    file_name: str | None
    byte_size: int | None
    fact_count: int | None


@dataclass(frozen=True)
class PageBreak:
    page_number: int
    characters: int


@dataclass(frozen=True)
class PageImage:
    page_number: int
    width: float | None
    height: float | None
    byte_size: int | None


@dataclass(frozen=True)
class PassageElsewhere:
    document_id: str
    section_id: str | None
    title: str | None
    issuer_name: str | None
    issuer_name_en: str | None
    timeline_at: str | None


@dataclass(frozen=True)
class QuoteVerificationResponse:
    document_id: str
    left_out: list[str] | None
    verdict: str
    ellipsis: bool
    rule: str
    failures_left: int | None


@dataclass(frozen=True)
class Snippet:
    text: str
    highlights: list[list[int]]


@dataclass(frozen=True)
class StandingListResponse:
    phrases: list[StandingPhrase]
    new_left_today: int
    matches: list[StandingMatch]
    next_cursor: str | None


@dataclass(frozen=True)
class StandingMatch:
    phrase_id: str
    matched_at: str
    passages: int
    document: DocumentSummary
    sections: list[StandingSection]


@dataclass(frozen=True)
class StandingPhrase:
    phrase_id: str
    phrase: str
    created_at: str


@dataclass(frozen=True)
class StandingPhraseEnded:
    phrase_id: str


@dataclass(frozen=True)
class StandingSection:
    section_id: str
    title: str | None
    character_count: int | None
    passages: int


@dataclass(frozen=True)
class TocEntry:
    section_id: str
    title: str | None
    title_en: str | None
    level: int | None
    parent_section_id: str | None
    character_count: int | None
    page_number: int | None
    page_confidence: float | None
    page_breaks: list[PageBreak]
    uncertain_pages: list[int]
    content_tag: str | None
    own_content_tag: str | None


PROBLEM_CODES = frozenset(
    [
        "authentication_required",
        "invalid_api_key",
        "access_not_enabled",
        "missing_required_filter",
        "invalid_date_range",
        "invalid_cursor",
        "invalid_document_family",
        "invalid_query_parameter",
        "malformed_request",
        "invalid_quote",
        "invalid_section",
        "not_found",
        "method_not_allowed",
        "request_timeout",
        "content_not_available",
        "image_not_available",
        "idempotency_key_reused",
        "idempotency_in_progress",
        "quote_limit_reached",
        "standing_limit_reached",
        "payload_too_large",
        "headers_too_large",
        "rate_limit_exceeded",
        "quota_exceeded",
        "internal_error",
        "service_starting",
        "service_busy",
        "search_backend_timeout",
    ]
)

ENDPOINTS = {
    "health": Endpoint("GET", "/health", (), {}, None, Price(0, 0), HealthResponse, None),
    "ready": Endpoint("GET", "/health/ready", (), {}, None, Price(0, 0), HealthResponse, None),
    "search_issuers": Endpoint("GET", "/v1/issuers/search", (), {"q": None, "limit": 20}, None, Price(0, 0), IssuerSearchResponse, "issuers"),
    "list_documents": Endpoint("GET", "/v1/documents", (), {"security_codes": None, "document_types": None, "document_families": None, "timeline_since": None, "timeline_until": None, "limit": 20, "cursor": None}, None, Price(0, 0), DocumentListResponse, "documents"),
    "get_document": Endpoint("GET", "/v1/documents/{document_id}", ("document_id",), {}, None, Price(0, 0), DocumentSummary, None),
    "get_toc": Endpoint("GET", "/v1/documents/{document_id}/toc", ("document_id",), {}, None, Price(0, 0), DocumentTocResponse, "toc"),
    "list_page_images": Endpoint("GET", "/v1/documents/{document_id}/page-images", ("document_id",), {}, None, Price(0, 0), DocumentPageImagesResponse, "pages"),
    "list_originals": Endpoint("GET", "/v1/documents/{document_id}/originals", ("document_id",), {}, None, Price(0, 0), DocumentOriginalsResponse, "originals"),
    "list_news": Endpoint("GET", "/v1/news", (), {"security_codes": None, "timeline_since": None, "timeline_until": None, "limit": 20, "cursor": None}, None, Price(1, 1), NewsListResponse, "news"),
    "get_news": Endpoint("GET", "/v1/news/{news_id}", ("news_id",), {}, None, Price(0, 0), NewsStatement, None),
    "search_documents": Endpoint("POST", "/v1/search/documents", (), {}, {"query": None, "security_codes": None, "document_types": None, "timeline_since": None, "timeline_until": None, "match_type": "semantic", "top_k": 10, "include_snippet": False, "document_families": None, "latest_only": True}, Price(1, 1), DocumentSearchResponse, "hits"),
    "search_news": Endpoint("POST", "/v1/search/news", (), {}, {"query": None, "security_codes": None, "timeline_since": None, "timeline_until": None, "match_type": "semantic", "top_k": 10}, Price(1, 1), NewsSearchResponse, "hits"),
    "get_content": Endpoint("GET", "/v1/documents/{document_id}/content", ("document_id",), {"sections": None}, None, Price(2, 8), DocumentContentResponse, None),
    "get_page_image": Endpoint("GET", "/v1/documents/{document_id}/pages/{page_number}/image", ("document_id", "page_number",), {}, None, Price(1, 1), DeliveredFile, None),
    "get_original": Endpoint("GET", "/v1/documents/{document_id}/originals/{original_id}", ("document_id", "original_id",), {}, None, Price(8, 8), DeliveredFile, None),
    "verify_quote": Endpoint("POST", "/quotes/verify", (), {}, {"document_id": None, "quote": None}, Price(0, 0), QuoteVerificationResponse, None),
    "stand_phrase": Endpoint("POST", "/search/standing", (), {}, {"phrase": None}, Price(0, 0), StandingPhrase, None),
    "list_standing": Endpoint("GET", "/search/standing", (), {"matched_since": None, "limit": 20, "cursor": None}, None, Price(0, 0), StandingListResponse, "matches"),
    "end_standing": Endpoint("POST", "/search/standing/{phrase_id}/end", ("phrase_id",), {}, None, Price(0, 0), StandingPhraseEnded, None),
}


class Calls:
    def _call(self, name: str, values: dict[str, Any], max_credits: int | None = None, intent: str | None = None) -> Answer[Any]:
        raise NotImplementedError

    def _pages(self, name: str, values: dict[str, Any], max_credits: int | None = None, intent: str | None = None) -> Iterator[Answer[Any]]:
        raise NotImplementedError

    def health(self) -> Answer[HealthResponse]:
        """Whether the process runs."""
        return self._call("health", {})

    def ready(self) -> Answer[HealthResponse]:
        """Whether requests can be served, and how fresh the market is."""
        return self._call("ready", {})

    def search_issuers(self, *, q: str, limit: int | None = None) -> Answer[IssuerSearchResponse]:
        """Search issuers by company name or security code."""
        return self._call("search_issuers", {"q": q, "limit": limit})

    def list_documents(self, *, security_codes: Sequence[str] | None = None, document_types: Sequence[str] | None = None, document_families: Sequence[Literal["edinet_filing", "timely_disclosure", "ir_material"]] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, limit: int | None = None, cursor: str | None = None) -> Answer[DocumentListResponse]:
        """List documents, newest first."""
        return self._call("list_documents", {"security_codes": security_codes, "document_types": document_types, "document_families": document_families, "timeline_since": timeline_since, "timeline_until": timeline_until, "limit": limit, "cursor": cursor})

    def list_documents_pages(self, *, security_codes: Sequence[str] | None = None, document_types: Sequence[str] | None = None, document_families: Sequence[Literal["edinet_filing", "timely_disclosure", "ir_material"]] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, limit: int | None = None) -> Iterator[Answer[DocumentListResponse]]:
        """List documents, newest first: page by page."""
        return self._pages("list_documents", {"security_codes": security_codes, "document_types": document_types, "document_families": document_families, "timeline_since": timeline_since, "timeline_until": timeline_until, "limit": limit})

    def get_document(self, *, document_id: str) -> Answer[DocumentSummary]:
        """Document metadata and deliverability."""
        return self._call("get_document", {"document_id": document_id})

    def get_toc(self, *, document_id: str) -> Answer[DocumentTocResponse]:
        """Sections usable for content retrieval."""
        return self._call("get_toc", {"document_id": document_id})

    def list_page_images(self, *, document_id: str) -> Answer[DocumentPageImagesResponse]:
        """List deliverable page images."""
        return self._call("list_page_images", {"document_id": document_id})

    def list_originals(self, *, document_id: str) -> Answer[DocumentOriginalsResponse]:
        """List deliverable original files."""
        return self._call("list_originals", {"document_id": document_id})

    def list_news(self, *, security_codes: Sequence[str] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, limit: int | None = None, cursor: str | None = None, max_credits: int, intent: str | None = None) -> Answer[NewsListResponse]:
        """News statements with references, newest first."""
        return self._call("list_news", {"security_codes": security_codes, "timeline_since": timeline_since, "timeline_until": timeline_until, "limit": limit, "cursor": cursor}, max_credits, intent)

    def list_news_pages(self, *, security_codes: Sequence[str] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, limit: int | None = None, max_credits: int, intent: str | None = None) -> Iterator[Answer[NewsListResponse]]:
        """News statements with references, newest first: page by page."""
        return self._pages("list_news", {"security_codes": security_codes, "timeline_since": timeline_since, "timeline_until": timeline_until, "limit": limit}, max_credits, intent)

    def get_news(self, *, news_id: str) -> Answer[NewsStatement]:
        """One news statement."""
        return self._call("get_news", {"news_id": news_id})

    def search_documents(self, *, query: str, security_codes: Sequence[str] | None = None, document_types: Sequence[str] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, match_type: Literal["semantic", "lexical"] | None = None, top_k: int | None = None, include_snippet: bool | None = None, document_families: Sequence[Literal["edinet_filing", "timely_disclosure"]] | None = None, latest_only: bool | None = None, max_credits: int, intent: str | None = None) -> Answer[DocumentSearchResponse]:
        """Search document bodies by keyword or evidence."""
        return self._call("search_documents", {"query": query, "security_codes": security_codes, "document_types": document_types, "timeline_since": timeline_since, "timeline_until": timeline_until, "match_type": match_type, "top_k": top_k, "include_snippet": include_snippet, "document_families": document_families, "latest_only": latest_only}, max_credits, intent)

    def search_news(self, *, query: str, security_codes: Sequence[str] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, match_type: Literal["semantic", "lexical"] | None = None, top_k: int | None = None, max_credits: int, intent: str | None = None) -> Answer[NewsSearchResponse]:
        """Search news by keyword or evidence."""
        return self._call("search_news", {"query": query, "security_codes": security_codes, "timeline_since": timeline_since, "timeline_until": timeline_until, "match_type": match_type, "top_k": top_k}, max_credits, intent)

    def get_content(self, *, document_id: str, sections: Sequence[str] | None = None, max_credits: int, intent: str | None = None) -> Answer[DocumentContentResponse]:
        """Document body, whole or by sections."""
        return self._call("get_content", {"document_id": document_id, "sections": sections}, max_credits, intent)

    def get_page_image(self, *, document_id: str, page_number: int, max_credits: int, intent: str | None = None) -> Answer[DeliveredFile]:
        """JPEG of one page."""
        return self._call("get_page_image", {"document_id": document_id, "page_number": page_number}, max_credits, intent)

    def get_original(self, *, document_id: str, original_id: str, max_credits: int, intent: str | None = None) -> Answer[DeliveredFile]:
        """Original file."""
        return self._call("get_original", {"document_id": document_id, "original_id": original_id}, max_credits, intent)

    def verify_quote(self, *, document_id: str, quote: str) -> Answer[QuoteVerificationResponse]:
        """Whether a quote stands in a document."""
        return self._call("verify_quote", {"document_id": document_id, "quote": quote})

    def stand_phrase(self, *, phrase: str) -> Answer[StandingPhrase]:
        """Let a phrase stand: what is published from now on is matched with it."""
        return self._call("stand_phrase", {"phrase": phrase})

    def list_standing(self, *, matched_since: str | None = None, limit: int | None = None, cursor: str | None = None) -> Answer[StandingListResponse]:
        """Phrases that stand, and what matched them, newest first."""
        return self._call("list_standing", {"matched_since": matched_since, "limit": limit, "cursor": cursor})

    def list_standing_pages(self, *, matched_since: str | None = None, limit: int | None = None) -> Iterator[Answer[StandingListResponse]]:
        """Phrases that stand, and what matched them, newest first: page by page."""
        return self._pages("list_standing", {"matched_since": matched_since, "limit": limit})

    def end_standing(self, *, phrase_id: str) -> Answer[StandingPhraseEnded]:
        """End a phrase that stands, with its matches."""
        return self._call("end_standing", {"phrase_id": phrase_id})


class AsyncCalls:
    async def _call(self, name: str, values: dict[str, Any], max_credits: int | None = None, intent: str | None = None) -> Answer[Any]:
        raise NotImplementedError

    def _pages(self, name: str, values: dict[str, Any], max_credits: int | None = None, intent: str | None = None) -> AsyncIterator[Answer[Any]]:
        raise NotImplementedError

    async def health(self) -> Answer[HealthResponse]:
        """Whether the process runs."""
        return await self._call("health", {})

    async def ready(self) -> Answer[HealthResponse]:
        """Whether requests can be served, and how fresh the market is."""
        return await self._call("ready", {})

    async def search_issuers(self, *, q: str, limit: int | None = None) -> Answer[IssuerSearchResponse]:
        """Search issuers by company name or security code."""
        return await self._call("search_issuers", {"q": q, "limit": limit})

    async def list_documents(self, *, security_codes: Sequence[str] | None = None, document_types: Sequence[str] | None = None, document_families: Sequence[Literal["edinet_filing", "timely_disclosure", "ir_material"]] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, limit: int | None = None, cursor: str | None = None) -> Answer[DocumentListResponse]:
        """List documents, newest first."""
        return await self._call("list_documents", {"security_codes": security_codes, "document_types": document_types, "document_families": document_families, "timeline_since": timeline_since, "timeline_until": timeline_until, "limit": limit, "cursor": cursor})

    def list_documents_pages(self, *, security_codes: Sequence[str] | None = None, document_types: Sequence[str] | None = None, document_families: Sequence[Literal["edinet_filing", "timely_disclosure", "ir_material"]] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, limit: int | None = None) -> AsyncIterator[Answer[DocumentListResponse]]:
        """List documents, newest first: page by page."""
        return self._pages("list_documents", {"security_codes": security_codes, "document_types": document_types, "document_families": document_families, "timeline_since": timeline_since, "timeline_until": timeline_until, "limit": limit})

    async def get_document(self, *, document_id: str) -> Answer[DocumentSummary]:
        """Document metadata and deliverability."""
        return await self._call("get_document", {"document_id": document_id})

    async def get_toc(self, *, document_id: str) -> Answer[DocumentTocResponse]:
        """Sections usable for content retrieval."""
        return await self._call("get_toc", {"document_id": document_id})

    async def list_page_images(self, *, document_id: str) -> Answer[DocumentPageImagesResponse]:
        """List deliverable page images."""
        return await self._call("list_page_images", {"document_id": document_id})

    async def list_originals(self, *, document_id: str) -> Answer[DocumentOriginalsResponse]:
        """List deliverable original files."""
        return await self._call("list_originals", {"document_id": document_id})

    async def list_news(self, *, security_codes: Sequence[str] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, limit: int | None = None, cursor: str | None = None, max_credits: int, intent: str | None = None) -> Answer[NewsListResponse]:
        """News statements with references, newest first."""
        return await self._call("list_news", {"security_codes": security_codes, "timeline_since": timeline_since, "timeline_until": timeline_until, "limit": limit, "cursor": cursor}, max_credits, intent)

    def list_news_pages(self, *, security_codes: Sequence[str] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, limit: int | None = None, max_credits: int, intent: str | None = None) -> AsyncIterator[Answer[NewsListResponse]]:
        """News statements with references, newest first: page by page."""
        return self._pages("list_news", {"security_codes": security_codes, "timeline_since": timeline_since, "timeline_until": timeline_until, "limit": limit}, max_credits, intent)

    async def get_news(self, *, news_id: str) -> Answer[NewsStatement]:
        """One news statement."""
        return await self._call("get_news", {"news_id": news_id})

    async def search_documents(self, *, query: str, security_codes: Sequence[str] | None = None, document_types: Sequence[str] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, match_type: Literal["semantic", "lexical"] | None = None, top_k: int | None = None, include_snippet: bool | None = None, document_families: Sequence[Literal["edinet_filing", "timely_disclosure"]] | None = None, latest_only: bool | None = None, max_credits: int, intent: str | None = None) -> Answer[DocumentSearchResponse]:
        """Search document bodies by keyword or evidence."""
        return await self._call("search_documents", {"query": query, "security_codes": security_codes, "document_types": document_types, "timeline_since": timeline_since, "timeline_until": timeline_until, "match_type": match_type, "top_k": top_k, "include_snippet": include_snippet, "document_families": document_families, "latest_only": latest_only}, max_credits, intent)

    async def search_news(self, *, query: str, security_codes: Sequence[str] | None = None, timeline_since: str | None = None, timeline_until: str | None = None, match_type: Literal["semantic", "lexical"] | None = None, top_k: int | None = None, max_credits: int, intent: str | None = None) -> Answer[NewsSearchResponse]:
        """Search news by keyword or evidence."""
        return await self._call("search_news", {"query": query, "security_codes": security_codes, "timeline_since": timeline_since, "timeline_until": timeline_until, "match_type": match_type, "top_k": top_k}, max_credits, intent)

    async def get_content(self, *, document_id: str, sections: Sequence[str] | None = None, max_credits: int, intent: str | None = None) -> Answer[DocumentContentResponse]:
        """Document body, whole or by sections."""
        return await self._call("get_content", {"document_id": document_id, "sections": sections}, max_credits, intent)

    async def get_page_image(self, *, document_id: str, page_number: int, max_credits: int, intent: str | None = None) -> Answer[DeliveredFile]:
        """JPEG of one page."""
        return await self._call("get_page_image", {"document_id": document_id, "page_number": page_number}, max_credits, intent)

    async def get_original(self, *, document_id: str, original_id: str, max_credits: int, intent: str | None = None) -> Answer[DeliveredFile]:
        """Original file."""
        return await self._call("get_original", {"document_id": document_id, "original_id": original_id}, max_credits, intent)

    async def verify_quote(self, *, document_id: str, quote: str) -> Answer[QuoteVerificationResponse]:
        """Whether a quote stands in a document."""
        return await self._call("verify_quote", {"document_id": document_id, "quote": quote})

    async def stand_phrase(self, *, phrase: str) -> Answer[StandingPhrase]:
        """Let a phrase stand: what is published from now on is matched with it."""
        return await self._call("stand_phrase", {"phrase": phrase})

    async def list_standing(self, *, matched_since: str | None = None, limit: int | None = None, cursor: str | None = None) -> Answer[StandingListResponse]:
        """Phrases that stand, and what matched them, newest first."""
        return await self._call("list_standing", {"matched_since": matched_since, "limit": limit, "cursor": cursor})

    def list_standing_pages(self, *, matched_since: str | None = None, limit: int | None = None) -> AsyncIterator[Answer[StandingListResponse]]:
        """Phrases that stand, and what matched them, newest first: page by page."""
        return self._pages("list_standing", {"matched_since": matched_since, "limit": limit})

    async def end_standing(self, *, phrase_id: str) -> Answer[StandingPhraseEnded]:
        """End a phrase that stands, with its matches."""
        return await self._call("end_standing", {"phrase_id": phrase_id})
