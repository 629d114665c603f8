import { z } from "zod";
import { isCalendarDate, jstDayStartMs } from "../../../../lib/contract/dates.ts";
import { idPattern } from "../../../../lib/contract/ids.ts";
import { normaliseSecurityCode } from "../../../../lib/contract/security-code.ts";
import { documentFamilies, documentTypes } from "../../../../lib/contract/vocabulary.ts";
import { type CsvCell, parseLocatedCsv } from "./located-csv.ts";
import { JsonFault, type Place, parseLocatedJson } from "./located-json.ts";

/** The manifest of a drop folder: `manifest.json`, or `documents.csv` and `news.csv` with the same names as columns. */

const day = z.string().refine(isCalendarDate, "must be a calendar day, YYYY-MM-DD");
const instant = z.string().transform((value, context) => {
  if (isCalendarDate(value)) return jstDayStartMs(value);
  const parsed = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/.test(value)
    ? Date.parse(value)
    : Number.NaN;
  if (!Number.isNaN(parsed)) return parsed;
  context.addIssue({
    code: "custom",
    message: "must be a day, or a time with its offset as in 2026-05-10T15:00:00+09:00",
  });
  return z.NEVER;
});
const code = z.string().transform((value, context) => {
  const canonical = normaliseSecurityCode(value);
  if (canonical !== undefined) return canonical;
  context.addIssue({ code: "custom", message: "must be a security code, as 7203 or 130A" });
  return z.NEVER;
});
const id = z.string().regex(idPattern, "must be 1 to 128 letters, digits, '.', '_', ':' or '-'");
const url = z.url({ protocol: /^https?$/, error: "must be an http or https address" });
const words = z.string().trim().min(1, "must not be empty").max(1_000, "is longer than 1,000 characters");
/** A path below the folder; opening the file checks again that it does not leave the folder. */
const path = words.refine(
  (value) => !/^[/\\]|^[A-Za-z]:|\\|\u0000/.test(value) && !value.split("/").includes(".."),
  "must be a path inside the folder",
);

export const DocumentLine = z.strictObject({
  file: path,
  /** The package or the PDF that belongs to it. */
  also: z.array(path).max(20).optional(),
  id: id.optional(),
  family: z.enum(documentFamilies),
  type: z.enum(documentTypes).optional(),
  title: words.optional(),
  security_code: code.optional(),
  issuer_name: words.optional(),
  published_at: instant.optional(),
  period_start: day.optional(),
  period_end: day.optional(),
  fiscal_period: z
    .string()
    .regex(/^\d{4}(?:FY|H[12]|Q[1-4])$/, "must be like 2025FY, 2025H1 or 2025Q1")
    .optional(),
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/, "must be a language code, as ja or en")
    .optional(),
  amends: id.optional(),
  source_url: url.optional(),
  source_attribution: words.optional(),
  /** Not delivered before this time. */
  release_at: instant.optional(),
  /** False: pages only, no text. */
  text: z.boolean().optional(),
});
export type DocumentLine = z.infer<typeof DocumentLine>;

const Reference = z.strictObject({
  document: id.optional(),
  section: z.string().min(1).max(128).optional(),
  page: z.int().min(1).optional(),
  url: url.optional(),
  title: words.optional(),
});

export const NewsLine = z.strictObject({
  id,
  title: words.optional(),
  statement: z.string().trim().min(1, "must not be empty").max(20_000, "is longer than 20,000 characters"),
  observed_at: instant,
  security_codes: z.array(code).max(100).default([]),
  references: z.array(Reference).max(50).default([]),
});
export type NewsLine = z.infer<typeof NewsLine>;

export const Manifest = z.strictObject({
  documents: z.array(DocumentLine).max(100_000).default([]),
  news: z.array(NewsLine).max(100_000).default([]),
});
export type Manifest = z.infer<typeof Manifest>;

export interface ManifestFault extends Place {
  readonly message: string;
}

type ManifestReading = { readonly manifest: Manifest } | { readonly faults: readonly ManifestFault[] };

export function readJsonManifest(text: string): ManifestReading {
  try {
    const located = parseLocatedJson(text);
    const parsed = Manifest.safeParse(located.value);
    if (parsed.success) return { manifest: parsed.data };
    return {
      faults: parsed.error.issues.flatMap((issue) => faultsOf(issue, located.value, (at) => located.placeOf(at))),
    };
  } catch (error) {
    if (error instanceof JsonFault) return { faults: [{ ...error.place, message: `${error.message}.` }] };
    throw error;
  }
}

function faultsOf(
  issue: z.core.$ZodIssue,
  whole: unknown,
  placeOf: (path: readonly PropertyKey[]) => Place,
): ManifestFault[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ ...placeOf([...issue.path, key]), message: `'${key}' is no known name.` }));
  }
  return [
    {
      ...placeOf(issue.path),
      message: `'${issue.path.join(".") || "the file"}' ${wordsOf(issue, valueAt(whole, issue.path))}.`,
    },
  ];
}

function valueAt(whole: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, key) => {
    return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
  }, whole);
}

function wordsOf(issue: z.core.$ZodIssue, value: unknown): string {
  if (value === undefined) return "is missing";
  if (issue.code === "invalid_type") return `must be of type ${issue.expected}`;
  if (issue.code === "invalid_value") return `must be one of ${issue.values.join(", ")}`;
  return /^(?:must|is )/.test(issue.message) ? issue.message : `is not valid: ${issue.message.replace(/\.$/, "")}`;
}

/** Several codes, or several files, in one cell are separated by spaces. */
const listColumns = new Set(["also", "security_codes"]);
const referenceColumns: Readonly<Record<string, string>> = {
  reference_document: "document",
  reference_section: "section",
  reference_page: "page",
  reference_url: "url",
  reference_title: "title",
};

export function readCsvManifest(text: string, kind: "documents" | "news"): ManifestReading {
  let rows: CsvCell[][];
  try {
    rows = parseLocatedCsv(text);
  } catch (error) {
    if (error instanceof JsonFault) return { faults: [{ ...error.place, message: `${error.message}.` }] };
    throw error;
  }
  const [header = [], ...lines] = rows;
  const faults: ManifestFault[] = [];
  const records: unknown[] = [];
  for (const cells of lines) {
    const record = recordOf(header, cells);
    const parsed = (kind === "documents" ? DocumentLine : NewsLine).safeParse(record);
    if (parsed.success) records.push(parsed.data);
    else
      for (const issue of parsed.error.issues)
        faults.push(...faultsOf(issue, record, (at) => cellOf(header, cells, at)));
  }
  if (faults.length > 0) return { faults };
  // Not parsed again as a whole, which would parse already transformed values.
  const empty: Manifest = { documents: [], news: [] };
  return { manifest: { ...empty, [kind]: records } };
}

function recordOf(header: readonly CsvCell[], cells: readonly CsvCell[]): Record<string, unknown> {
  const record: Record<string, unknown> = {};
  const reference: Record<string, unknown> = {};
  header.forEach(({ text: name }, at) => {
    const value = cells[at]?.text.trim() ?? "";
    if (value === "") return;
    const field = referenceColumns[name.trim()];
    if (field !== undefined) reference[field] = field === "page" ? numberOf(value) : value;
    else if (listColumns.has(name.trim())) record[name.trim()] = value.split(/\s+/);
    else record[name.trim()] = name.trim() === "text" ? ({ true: true, false: false }[value] ?? value) : value;
  });
  return Object.keys(reference).length > 0 ? { ...record, references: [reference] } : record;
}

function numberOf(value: string): unknown {
  return /^\d+$/.test(value) ? Number(value) : value;
}

/** A missing value has no cell, so the beginning of its line is reported. */
function cellOf(header: readonly CsvCell[], cells: readonly CsvCell[], path: readonly PropertyKey[]): Place {
  const name =
    path[0] === "references" ? Object.entries(referenceColumns).find(([, field]) => field === path[2])?.[0] : path[0];
  const cell = cells[header.findIndex((each) => each.text.trim() === name)] ?? cells[0];
  return { line: cell?.line ?? 1, column: cell?.column ?? 1 };
}
