import { isCalendarDate } from "@/lib/contract/dates";
import type { SecurityCode } from "@/lib/contract/ids";
import type { MatchType } from "@/lib/contract/vocabulary";
import type { Query } from "@/lib/routes";
import type { PurchaseAction } from "@/lib/spending/wire";
import { readCodes } from "@/lib/text/format/code-list";

/** The news form, its address, and its two kinds of request: a list by time, or a search by words. */

export interface NewsForm {
  readonly query: string;
  readonly match: MatchType;
  readonly codes: readonly string[];
  readonly since: string;
  readonly until: string;
}

export type NewsQuestion =
  | Extract<PurchaseAction, { kind: "list_news" }>
  | Extract<PurchaseAction, { kind: "search_news" }>;

export function newsFormFromQuery(params: URLSearchParams, defaultSince: string): NewsForm {
  const day = (name: string): string => {
    const value = params.get(name);
    return value !== null && isCalendarDate(value) ? value : "";
  };
  const { codes } = readCodes(params.getAll("code").slice(0, 100).join(" "));
  const query = [...(params.get("q") ?? "")].slice(0, 1000).join("");
  // A list needs an issuer or a first day; an address without parameters means the last days.
  const since = day("since");
  const bare = since === "" && codes.length === 0 && query === "" && !params.has("since");
  return {
    query,
    match: params.get("match") === "lexical" ? "lexical" : "semantic",
    codes,
    since: bare ? defaultSince : since,
    until: day("until"),
  };
}

export function newsFormToQuery(form: NewsForm): Query {
  return {
    q: form.query === "" ? undefined : form.query,
    match: form.match === "lexical" ? "lexical" : undefined,
    code: form.codes,
    since: form.since,
    until: form.until,
  };
}

export type Missing = "filter" | "range";

/** The request that a form describes, or what the form still lacks. */
export function newsQuestion(form: NewsForm, cursor?: string): NewsQuestion | Missing {
  if (form.since !== "" && form.until !== "" && form.since > form.until) return "range";
  const filters = {
    ...(form.codes.length === 0 ? {} : { security_codes: form.codes.map((code) => code as SecurityCode) }),
    ...(form.since === "" ? {} : { timeline_since: form.since }),
    ...(form.until === "" ? {} : { timeline_until: form.until }),
  };
  const query = form.query.trim();
  if (query !== "") return { kind: "search_news", input: { query, match_type: form.match, ...filters } };
  if (form.codes.length === 0 && form.since === "") return "filter";
  return { kind: "list_news", input: { ...filters, ...(cursor === undefined ? {} : { cursor }) } };
}

export function answerQuery(question: NewsQuestion): Query {
  return { kind: question.kind, ...(question.input as Query) };
}
