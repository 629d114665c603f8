import { readCodes } from "@/lib/format/code-list";
import { isCalendarDate } from "@/lib/format/dates";
import type { PurchaseAction } from "@/lib/purchases/wire";
import type { Query } from "@/lib/routes";

/** The search form, its address, and the question it asks. One of each for the same thing. */

export type SearchInput = Extract<PurchaseAction, { kind: "search_documents" }>["input"];

export interface SearchForm {
  readonly query: string;
  readonly match: "semantic" | "lexical";
  /** Empty means all of them. */
  readonly families: readonly Family[];
  readonly types: readonly string[];
  readonly codes: readonly string[];
  readonly since: string;
  readonly until: string;
  readonly latestOnly: boolean;
  readonly snippets: boolean;
  readonly topK: number;
}

export const searchFamilies = ["edinet_filing", "timely_disclosure"] as const;
export type Family = (typeof searchFamilies)[number];

/** Types whose bodies can be searched, most read first; IR material never is. */
export const searchTypes = [
  "annual_securities_report",
  "semiannual_report",
  "earnings_summary",
  "quarterly_report",
  "extraordinary_report",
  "forecast_revision",
  "dividend_revision",
  "share_buyback",
  "acquisition_or_merger",
  "management_change",
  "other_timely_disclosure",
  "large_holding_report",
  "large_holding_change_report",
  "tender_offer_statement",
  "securities_registration_statement",
  "internal_control_report",
  "other",
] as const;

export const topKDefault = 10;
export const topKMax = 50;
export const queryMax = 1000;

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

/** Whatever an address says that the form can't mean is left out: a link may come from anywhere. */
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

/** Only what differs from the empty form: equal questions have equal addresses. */
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

/** The question as the service is asked it; undefined where there is none yet. */
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
    ...(form.codes.length === 0 ? {} : { security_codes: form.codes as never }),
    ...(form.since === "" ? {} : { timeline_since: form.since }),
    ...(form.until === "" ? {} : { timeline_until: form.until }),
  };
}

export function isDateRange(form: Pick<SearchForm, "since" | "until">): boolean {
  return form.since === "" || form.until === "" || form.since <= form.until;
}

/** Both families are the same as none chosen. */
export function foldedFamilies(chosen: readonly string[]): readonly Family[] {
  const known = searchFamilies.filter((family) => chosen.includes(family));
  return known.length === searchFamilies.length ? [] : known;
}

function uniqueCodes(values: readonly string[]): readonly string[] {
  return readCodes(values.slice(0, 100).join(" ")).codes;
}

function dayOf(value: string | null): string {
  return value !== null && isCalendarDate(value) ? value : "";
}

/**
 * A few bare words look for the words themselves, a question for what answers it. Quotes ask for exact words; verbs,
 * question words and long runs of prose make a question.
 */
export function suggestsLexical(query: string): boolean {
  const text = query.trim();
  if (text === "") return false;
  if (/^["“”「『].+["“”」』]/u.test(text)) return true;
  const words = text.split(/[\s\u3000]+/u);
  if (/[?？。]|(?:です|ます|でき|する|した|いる|なぜ|どの|どう|何|いつ|理由|ついて|による|における)/u.test(text))
    return false;
  if (/^[\x20-\x7e]+$/.test(text)) return words.length <= 3;
  return words.every((word) => [...word].length <= 10) && [...text].length <= 24;
}
