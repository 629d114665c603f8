/** An absent filter shows everything; "none" occurs while a user goes from all to a few. */

import { isCalendarDate } from "../../contract/dates.ts";
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
  return [filters.families, filters.types, filters.from, filters.to].some((each) => each !== null);
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
  const noFamily = families?.every((each) => each === "news") ?? false;
  return noFamily || types?.length === 0 || (from !== null && to !== null && from > to);
}
