import { z } from "zod";
import type { EndpointName } from "../../contract/endpoints.ts";
import { ProblemDetails } from "../../contract/problems.ts";
import { readTolerantly } from "../../contract/tolerant.ts";
import type { FoundPlace } from "../../store/artifacts.ts";
import type { Unit } from "../pricing/actions.ts";
import { endpointOfKind, sectionsOf } from "../pricing/actions.ts";
import type { AppProblem } from "../wire.ts";
import { type TextImage, textImages } from "./text-images.ts";

/** Reads the answers of a service. Their bytes are always stored before they are read here. */

export interface Reading {
  /** Why the answer can't be read; null where it can. */
  readonly unreadable: string | null;
  readonly hitCount: number | null;
  readonly sections: readonly string[];
  /** The length of the text, which determines its price. */
  readonly text: string | null;
  readonly images: readonly TextImage[];
  /** The sections that the hits of a search quote. */
  readonly found: readonly FoundPlace[];
}

const nothing = { hitCount: null, sections: [], text: null, images: [], found: [] };

/** Of an answer that can't be read. */
export function unreadableFor(reason: string): Reading {
  return { ...nothing, unreadable: reason };
}

export function readBody(unit: Pick<Unit, "kind" | "params" | "documentId">, bytes: Uint8Array): Reading {
  if (unit.kind === "pages") return { ...nothing, unreadable: jpegFault(bytes) };
  const raw = parseJson(bytes);
  if (raw === undefined) return { ...nothing, unreadable: "the answer is not JSON" };
  const read = readTolerantly(endpointOfKind(unit.kind), raw);
  if ("unreadable" in read) return { ...nothing, unreadable: read.unreadable };
  return readValue(unit, read.value);
}

function readValue(unit: Pick<Unit, "kind" | "params" | "documentId">, value: unknown): Reading {
  if (unit.kind === "content" || unit.kind === "sections") {
    const content = readTolerantly("getContent", value);
    if ("unreadable" in content) return { ...nothing, unreadable: content.unreadable };
    const { document_id, content: text, sections_returned, content_sections, content_figures } = content.value;
    if (document_id !== null && document_id !== unit.documentId) {
      return { ...nothing, unreadable: "the answer belongs to another document" };
    }
    const returned = sections_returned ?? content_sections?.map((each) => each.section_id);
    return {
      ...nothing,
      unreadable: null,
      text,
      images: textImages(content_figures ?? []),
      sections: unit.kind === "sections" ? (returned ?? sectionsOf(unit)) : [],
    };
  }
  const found = unit.kind === "search_documents" ? foundPlaces(value) : [];
  return { ...nothing, unreadable: null, hitCount: listLength(value), found };
}

/** The sections that the hits of an answer quote. */
export function foundPlaces(value: unknown): FoundPlace[] {
  const read = readTolerantly("searchDocuments", value);
  if ("unreadable" in read) return [];
  return read.value.hits.flatMap(({ document: { document_id }, section_id, snippet }) =>
    section_id === null || snippet === null ? [] : [{ document_id, section_id }],
  );
}

function listLength(value: unknown): number | null {
  if (typeof value !== "object" || value === null) return null;
  const list = Object.values(value).find((each) => Array.isArray(each));
  return Array.isArray(list) ? list.length : null;
}

export function parseJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as unknown;
  } catch {
    return undefined;
  }
}

export function readAnswer(name: EndpointName, bytes: Uint8Array): { value: unknown; unreadable: string | null } {
  const raw = parseJson(bytes);
  if (raw === undefined) return { value: null, unreadable: "the answer is not JSON" };
  const read = readTolerantly(name, raw);
  return "unreadable" in read ? { value: null, unreadable: read.unreadable } : { value: read.value, unreadable: null };
}

function jpegFault(bytes: Uint8Array): string | null {
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return "the image is not a JPEG";
  for (let at = bytes.length - 2; at >= Math.max(2, bytes.length - 1024); at--) {
    if (bytes[at] === 0xff && bytes[at + 1] === 0xd9) return null;
  }
  return "the image breaks off";
}

/** `fromService` is true for a problem document, and false for the page of a proxy. */
export function readRefusal(
  status: number,
  bytes: Uint8Array,
  requestId: string | null,
): { problem: AppProblem; fromService: boolean } {
  const raw = parseJson(bytes);
  const parsed = ProblemDetails.pick({ code: true }).safeParse(raw);
  const detail = textField(raw, "detail");
  const instance = requestId ?? textField(raw, "instance");
  if (parsed.success) {
    const problem = { status, code: parsed.data.code, detail: detail ?? "", instance, retry_after_seconds: null };
    return { problem: { ...problem, ...readReportedCredits(raw) }, fromService: true };
  }
  const code = status === 429 ? "rate_limit_exceeded" : status === 422 ? "validation" : `http_${status}`;
  return {
    problem: { status, code, detail: detail ?? "", instance, retry_after_seconds: null },
    fromService: status === 422,
  };
}

const ReportedCredits = z.object({
  credits_required: z.int().nonnegative().optional().catch(undefined),
  credits_remaining: z.int().nonnegative().optional().catch(undefined),
});

/** The credits in a service's problem document; a field that is no whole number counts as absent. */
function readReportedCredits(raw: unknown): Pick<AppProblem, "credits_required" | "credits_remaining"> {
  const { credits_required, credits_remaining } = ReportedCredits.safeParse(raw).data ?? {};
  return {
    ...(credits_required === undefined ? {} : { credits_required }),
    ...(credits_remaining === undefined ? {} : { credits_remaining }),
  };
}

function textField(raw: unknown, name: string): string | null {
  if (typeof raw !== "object" || raw === null) return null;
  const value = (raw as Readonly<Record<string, unknown>>)[name];
  return typeof value === "string" ? value.slice(0, 500) : null;
}
