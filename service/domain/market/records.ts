import { z } from "zod";
import { jstDayEndMs } from "../../../lib/contract/dates.ts";
import type { IngestRecord } from "../../storage/ports.ts";

/** The record of a day's list when it was read. */
const ListDetail = z.object({
  /** When it was asked for. */
  readAtMs: z.number(),
  rows: z.number(),
  /** The highest number of a row, which only grows in the course of a day. */
  highest: z.number(),
  /** Rows that could not be read. */
  unreadable: z.number(),
});
export type ListDetail = z.infer<typeof ListDetail>;

export const listKey = (day: string): string => `list:${day}`;

/** Undefined of a list that was never read. */
export function listDetailOf(record: IngestRecord | undefined): ListDetail | undefined {
  return record?.detail == null ? undefined : ListDetail.parse(JSON.parse(record.detail));
}

/** True where a list that was asked for at that time has everything of its day. */
export function isWhole(day: string, askedAtMs: number): boolean {
  return askedAtMs >= jstDayEndMs(day);
}

/** The record of EDINET as a source. */
export const edinetKey = "edinet";
export const codesKey = "codes";

const SourceDetail = z.object({
  /** The first day that is wanted. */
  since: z.string(),
});

export function sinceOf(record: IngestRecord | undefined): string | undefined {
  return record?.detail == null ? undefined : SourceDetail.parse(JSON.parse(record.detail)).since;
}

export function sourceDetail(since: string): string {
  return JSON.stringify({ since });
}
