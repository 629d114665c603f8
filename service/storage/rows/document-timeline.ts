import { documentFamilies, documentTypes } from "../../../lib/contract/vocabulary.ts";
import type { DocumentFilter, TimelinePosition } from "../ports.ts";
import { anyOf, type Branch, type Condition, equal, type TimelineQuery } from "./timeline-query.ts";

export function documentTimeline(filter: DocumentFilter, after: TimelinePosition | undefined): TimelineQuery {
  return {
    table: "documents",
    timeColumn: "timeline_at_ms",
    idColumn: "document_id",
    rowColumn: "doc",
    ...branchesOf(filter),
    sinceMs: filter.sinceMs,
    untilMs: filter.untilMs,
    after,
  };
}

const knownTypes = new Set<string>(documentTypes);

/**
 * Chooses the index. An issuer has few documents, so further filters are checked row by row; types and families each
 * use an index, so that a rare type is found without reading the common ones.
 */
function branchesOf(filter: DocumentFilter): { branches: Branch[]; residual: Condition[] } {
  const { security_codes: codes, document_types: types, document_families: families } = filter;
  const conditions: Readonly<Record<Exclude<keyof DocumentFilter, "sinceMs" | "untilMs">, Condition[]>> = {
    security_codes: anyOf("security_code", codes),
    document_types: anyOf("type", types),
    document_families: anyOf("family", families),
  };
  if (codes !== undefined && codes.length > 0) {
    const { security_codes: _leads, ...others } = conditions;
    const branches = [...new Set(codes)].map((code) => ({
      index: "documents_by_code",
      conditions: [equal("security_code", code)],
    }));
    return { branches, residual: Object.values(others).flat() };
  }
  const { document_types: _types, document_families: _families, ...others } = conditions;
  const residual = Object.values(others).flat();
  if (types !== undefined && types.length > 0) {
    const wanted = [...new Set(types)].filter((type) => knownTypes.has(type));
    const within = families === undefined || families.length === 0 ? documentFamilies : [...new Set(families)];
    const branches = wanted.flatMap((type) =>
      within.map((family) => ({
        index: "documents_by_type",
        conditions: [equal("type", type), equal("family", family)],
      })),
    );
    return { branches, residual };
  }
  if (families !== undefined && families.length > 0) {
    const branches = [...new Set(families)].map((family) => ({
      index: "documents_by_family",
      conditions: [equal("family", family)],
    }));
    return { branches, residual };
  }
  return { branches: [{ index: "documents_by_time", conditions: [] }], residual };
}
