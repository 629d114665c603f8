import { isCalendarDate } from "@/lib/contract/dates";
import type { SecurityCode } from "@/lib/contract/ids";
import {
  type DocumentType,
  documentTypes,
  type MatchType,
  type SearchableFamily,
  searchableFamilies,
  unsearchableTypes,
} from "@/lib/contract/vocabulary";
import type { Query } from "@/lib/routes";
import type { PurchaseAction } from "@/lib/spending/wire";
import { readCodes } from "@/lib/text/format/code-list";
import { queryMax } from "@/lib/text/format/query-words";

/** Equal forms have equal addresses and equal requests. */

export type SearchInput = Extract<PurchaseAction, { kind: "search_documents" }>["input"];

export interface SearchForm {
  readonly query: string;
  readonly match: MatchType;
  /** Empty means all of them. */
  readonly families: readonly SearchableFamily[];
  readonly types: readonly string[];
  readonly codes: readonly string[];
  readonly since: string;
  readonly until: string;
  readonly latestOnly: boolean;
  readonly snippets: boolean;
  readonly topK: number;
}

/** The document types searched most come first, since the form shows only a few types at first. */
const mostSearched: readonly DocumentType[] = [
  "annual_securities_report",
  "semiannual_report",
  "earnings_summary",
  "quarterly_report",
  "extraordinary_report",
];

/** Types whose bodies can be searched. */
export const searchTypes: readonly DocumentType[] = [
  ...mostSearched,
  ...documentTypes.filter((type) => !mostSearched.includes(type) && !unsearchableTypes.some((each) => each === type)),
];

export const topKDefault = 10;
export const topKMax = 50;

export const emptyForm: SearchForm = {
  query: "",
  match: "semantic",
  families: [],
  types: [],
  codes: [],
  since: "",
  until: "",
  latestOnly: true,
  snippets: true,
  topK: topKDefault,
};

/** Values that the form doesn't offer are ignored, since a link may come from anywhere. */
export function formFromQuery(params: URLSearchParams): SearchForm {
  const topK = Number(params.get("top"));
  return {
    query: [...(params.get("q") ?? "")].slice(0, queryMax).join(""),
    match: params.get("match") === "lexical" ? "lexical" : "semantic",
    families: foldedFamilies(params.getAll("family")),
    types: searchTypes.filter((type) => params.getAll("type").includes(type)),
    codes: uniqueCodes(params.getAll("code")),
    since: dayOf(params.get("since")),
    until: dayOf(params.get("until")),
    latestOnly: params.get("editions") !== "all",
    snippets: params.get("snippets") !== "off",
    topK: Number.isInteger(topK) && topK >= 1 && topK <= topKMax ? topK : topKDefault,
  };
}

/** Writes only what differs from the empty form, so that equal forms have equal addresses. */
export function formToQuery(form: SearchForm): Query {
  return {
    q: form.query === "" ? undefined : form.query,
    match: form.match === "lexical" ? "lexical" : undefined,
    family: form.families,
    type: form.types,
    code: form.codes,
    since: form.since,
    until: form.until,
    editions: form.latestOnly ? undefined : "all",
    snippets: form.snippets ? undefined : "off",
    top: form.topK === topKDefault ? undefined : form.topK,
  };
}

/** The request as it is sent to the service; undefined where the form has none yet. */
export function formToInput(form: SearchForm): SearchInput | undefined {
  const query = form.query.trim();
  if (query === "" || !isDateRange(form)) return undefined;
  return {
    query,
    match_type: form.match,
    top_k: form.topK,
    include_snippet: form.snippets,
    latest_only: form.latestOnly,
    ...(form.families.length === 0 ? {} : { document_families: [...form.families] }),
    ...(form.types.length === 0 ? {} : { document_types: [...form.types] }),
    ...(form.codes.length === 0 ? {} : { security_codes: form.codes.map((code) => code as SecurityCode) }),
    ...(form.since === "" ? {} : { timeline_since: form.since }),
    ...(form.until === "" ? {} : { timeline_until: form.until }),
  };
}

export function isDateRange(form: Pick<SearchForm, "since" | "until">): boolean {
  return form.since === "" || form.until === "" || form.since <= form.until;
}

/** Both families are the same as none chosen. */
export function foldedFamilies(chosen: readonly string[]): readonly SearchableFamily[] {
  const known = searchableFamilies.filter((family) => chosen.includes(family));
  return known.length === searchableFamilies.length ? [] : known;
}

function uniqueCodes(values: readonly string[]): readonly string[] {
  return readCodes(values.slice(0, 100).join(" ")).codes;
}

function dayOf(value: string | null): string {
  return value !== null && isCalendarDate(value) ? value : "";
}
