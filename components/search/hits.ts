import type { Route } from "next";
import { routes } from "@/lib/routes";
import { anchorOfSnippet, quoteFragment } from "@/lib/text/format/quote-anchor";
import { firstHighlight, type Snippet } from "@/lib/text/format/snippet";

/** Reads an owned answer of a search; fields that a service leaves out are null. */

export interface HitDocument {
  readonly document_id: string;
  readonly title: string | null;
  readonly document_type: string | null;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  readonly security_code: string | null;
  readonly timeline_at: string | null;
  readonly language: string | null;
  readonly character_count: number | null;
  readonly content_status: string | null;
  readonly amends_document_id: string | null;
  readonly amended_by_document_id: string | null;
  readonly superseded_by_document_id: string | null;
  /** Parts that the filing announces and lacks. */
  readonly missing_parts: readonly string[];
}

export interface Elsewhere {
  readonly document_id: string;
  readonly section_id: string | null;
  readonly title: string | null;
  readonly issuer_name: string | null;
  readonly issuer_name_en: string | null;
  readonly timeline_at: string | null;
}

export interface Hit {
  readonly document: HitDocument;
  readonly section_id: string | null;
  readonly section_title: string | null;
  readonly section_title_en: string | null;
  readonly section_path: readonly string[];
  readonly snippet: Snippet | null;
  readonly also_in: readonly Elsewhere[];
}

export interface HitGroup {
  readonly document: HitDocument;
  readonly hits: readonly Hit[];
}

/** Undefined where the answer has no list of hits that can be read. */
export function readHits(value: unknown): Hit[] | undefined {
  if (!isRecord(value)) return undefined;
  const list = ["hits", "items", "results", "data"].map((name) => value[name]).find(Array.isArray);
  return list?.filter(isRecord).flatMap((raw) => hitOf(raw) ?? []);
}

function hitOf(raw: Readonly<Record<string, unknown>>): Hit | undefined {
  const document = isRecord(raw["document"]) ? raw["document"] : raw;
  const id = text(document["document_id"]);
  if (id === null) return undefined;
  const path = raw["section_path"];
  return {
    document: {
      document_id: id,
      title: text(document["title"]),
      document_type: text(document["document_type"]),
      issuer_name: text(document["issuer_name"]),
      issuer_name_en: text(document["issuer_name_en"]),
      security_code: text(document["security_code"]),
      timeline_at: text(document["timeline_at"]),
      language: text(document["language"]),
      character_count: number(document["character_count"]),
      content_status: text(document["content_status"]),
      amends_document_id: text(document["amends_document_id"]),
      amended_by_document_id: text(document["amended_by_document_id"]),
      superseded_by_document_id: text(document["superseded_by_document_id"]),
      missing_parts: Array.isArray(document["missing_parts"])
        ? document["missing_parts"].filter((each) => typeof each === "string")
        : [],
    },
    section_id: text(raw["section_id"]),
    section_title: text(raw["section_title"]),
    section_title_en: text(raw["section_title_en"]),
    section_path: Array.isArray(path) ? path.filter((each) => typeof each === "string") : [],
    snippet: snippetOf(raw["snippet"]),
    also_in: Array.isArray(raw["also_in"]) ? raw["also_in"].flatMap((each) => elsewhereOf(each) ?? []) : [],
  };
}

function elsewhereOf(raw: unknown): Elsewhere | undefined {
  if (!isRecord(raw)) return undefined;
  const id = text(raw["document_id"]);
  if (id === null) return undefined;
  return {
    document_id: id,
    section_id: text(raw["section_id"]),
    title: text(raw["title"]),
    issuer_name: text(raw["issuer_name"]),
    issuer_name_en: text(raw["issuer_name_en"]),
    timeline_at: text(raw["timeline_at"]),
  };
}

function snippetOf(raw: unknown): Hit["snippet"] {
  if (typeof raw === "string" && raw !== "") return { text: raw, highlights: [] };
  if (!isRecord(raw)) return null;
  const words = text(raw["text"]);
  if (words === null) return null;
  const highlights = Array.isArray(raw["highlights"]) ? raw["highlights"] : [];
  return { text: words, highlights: highlights.map(pairOf).filter((pair) => pair !== undefined) };
}

function pairOf(raw: unknown): readonly [number, number] | undefined {
  if (!Array.isArray(raw)) return undefined;
  const [start, end] = raw as readonly unknown[];
  return typeof start === "number" && typeof end === "number" && start >= 0 && end > start ? [start, end] : undefined;
}

/** Groups hits by document, the best document first; the hits of a document keep their order. */
export function groupHits(hits: readonly Hit[]): HitGroup[] {
  const groups = new Map<string, { document: HitDocument; hits: Hit[] }>();
  for (const hit of hits) {
    const known = groups.get(hit.document.document_id);
    if (known === undefined) groups.set(hit.document.document_id, { document: hit.document, hits: [hit] });
    else known.hits.push(hit);
  }
  return [...groups.values()];
}

/** The address of a hit's section, quoting the sentence of the snippet so that it is highlighted. */
export function hitAddress({ document: { document_id }, section_id, snippet }: Hit): Route {
  if (section_id === null) return routes.document(document_id);
  const section = routes.section(document_id, section_id);
  const anchor = snippet === null ? undefined : anchorOfSnippet(section_id, snippet.text, firstHighlight(snippet));
  return anchor === undefined ? section : routes.pasted(`${section}${quoteFragment(anchor)}`);
}

/** A section's place in one line: the levels above it by their numbers ("第4"), or else by their first characters. */
export function abbreviatedPath(path: readonly string[]): string {
  return [...path.slice(0, -1).map(abbreviatedLevel), ...path.slice(-1)].join(" › ");
}

function abbreviatedLevel(level: string): string {
  const number = /^\s*([^\s【]{1,4})(?=[\s　【])/u.exec(level)?.[1];
  if (number !== undefined && /[\d０-９一二三四五六七八九十]/u.test(number)) return number;
  const characters = [...level.trim()];
  if (characters.length <= 8) return characters.join("");
  const word = /^\p{Script=Latin}{1,12}(?!\p{L})/u.exec(level.trim())?.[0];
  return `${word ?? characters.slice(0, 6).join("")}…`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function text(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function number(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}
