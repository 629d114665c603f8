/** An absent filter shows everything; "none" occurs while a user goes from all to a few. */

import { isCalendarDate } from "../../contract/dates.ts";
import type { EndpointInput } from "../../contract/endpoints.ts";
import { documentFamilies } from "../../contract/vocabulary.ts";
import { moment } from "./clock.ts";

export interface TimelineFilters {
  /** Null means all. Families of documents, and "news". */
  readonly families: readonly string[] | null;
  readonly types: readonly string[] | null;
  readonly from: string | null;
  readonly to: string | null;
}

export const noFilters: TimelineFilters = { families: null, types: null, from: null, to: null };

interface Filterable {
  readonly document_family: string | null;
  readonly document_type: string | null;
  readonly timeline_at: string | null;
}

export function readFilters(params: URLSearchParams): TimelineFilters {
  return {
    families: choiceOf(params.getAll("family")),
    types: choiceOf(params.getAll("type")),
    from: dayOf(params.get("from")),
    to: dayOf(params.get("to")),
  };
}

/** Query values for `routes.*`; filters that are not set are left out. */
export function writeFilters(filters: TimelineFilters): Record<string, string | readonly string[] | null> {
  return {
    family: spelled(filters.families),
    type: spelled(filters.types),
    from: filters.from,
    to: filters.to,
  };
}

type ListInput = Omit<EndpointInput<"listDocuments">, "security_codes" | "limit" | "cursor">;

/** The filters under the interface's names. "news" is a filter here and no document family of the interface. */
export function listInput(filters: TimelineFilters): ListInput {
  const families = documentFamilies.filter((each) => filters.families?.includes(each));
  return {
    ...(families.length === 0 ? {} : { document_families: families }),
    ...(filters.types === null ? {} : { document_types: [...filters.types] }),
    ...(filters.from === null ? {} : { timeline_since: filters.from }),
    ...(filters.to === null ? {} : { timeline_until: filters.to }),
  };
}

/** The part of filters that can be followed: documents, whatever their day, since what is new has no last day. */
export function followedPart(filters: TimelineFilters): TimelineFilters {
  const families = filters.families?.filter((each) => each !== "news") ?? null;
  return { ...filters, families, from: null, to: null };
}

function choiceOf(values: readonly string[]): readonly string[] | null {
  if (values.length === 0) return null;
  const chosen = [...new Set(values)].filter((value) => value !== "none" && /^[\w.-]{1,64}$/.test(value));
  return chosen.slice(0, 100);
}

function spelled(choice: readonly string[] | null): string | readonly string[] | null {
  return choice !== null && choice.length === 0 ? "none" : choice;
}

function dayOf(value: string | null): string | null {
  return value !== null && isCalendarDate(value) ? value : null;
}

export function shows(choice: readonly string[] | null, value: string): boolean {
  return choice === null || choice.includes(value);
}

/** The chosen values with one switched; null where all are chosen then. */
export function switched(
  choice: readonly string[] | null,
  value: string,
  all: readonly string[],
): readonly string[] | null {
  const before = choice ?? all;
  const next = before.includes(value) ? before.filter((each) => each !== value) : [...before, value];
  return all.every((each) => next.includes(each)) ? null : next;
}

export function isFiltered(filters: TimelineFilters): boolean {
  return Object.values(filters).some((each) => each !== null);
}

/** True where the service would list the document under these filters. */
export function passes(filters: TimelineFilters, document: Filterable): boolean {
  if (filters.families !== null && !shows(filters.families, document.document_family ?? "")) return false;
  if (filters.types !== null && !shows(filters.types, document.document_type ?? "")) return false;
  if (filters.from === null && filters.to === null) return true;
  const day = moment(document.timeline_at)?.date;
  if (day === undefined) return false;
  return (filters.from === null || day >= filters.from) && (filters.to === null || day <= filters.to);
}

/** True where no document can match, so that the service need not be asked. */
export function showsNothing(filters: TimelineFilters): boolean {
  const { families, types, from, to } = filters;
  const noFamily = families !== null && !documentFamilies.some((each) => families.includes(each));
  return noFamily || types?.length === 0 || (from !== null && to !== null && from > to);
}
