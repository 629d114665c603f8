import { normaliseSecurityCode } from "../../../../lib/contract/security-code.ts";
import type { DocumentType } from "../../../../lib/contract/vocabulary.ts";
import { typeOfListed } from "../../facts/document-type.ts";
import { filingStateOf, type ListRow } from "./list-row.ts";

/** The work in the lists of some days: documents to fetch, and ids whose delivery ends. */
export interface Plan {
  readonly documents: readonly ListRow[];
  readonly closed: readonly string[];
  readonly rows: number;
  readonly repeated: number;
}

export interface PlanFilter {
  readonly types: ReadonlySet<string> | undefined;
  /** Canonical security codes and EDINET codes. */
  readonly codes: ReadonlySet<string> | undefined;
  /** The security code of a company by its EDINET code, where the code list is loaded. */
  readonly securityCodeOf: (edinetCode: string) => string | undefined;
}

/**
 * The same docID comes on several days, and a day is rewritten afterwards: the last row read applies, but an open row
 * of an earlier day never replaces a closed one. Oldest first, so that documents come before their amendments.
 */
export function makePlan(days: readonly (readonly ListRow[])[], filter: PlanFilter): Plan {
  const latest = new Map<string, ListRow>();
  const withdrawn = new Set<string>();
  let rows = 0;
  for (const row of days.flat()) {
    rows++;
    if (filingStateOf(row) === "withdraws_parent" && row.parentDocID !== null) withdrawn.add(row.parentDocID);
    latest.delete(row.docID);
    latest.set(row.docID, row);
  }
  const documents: ListRow[] = [];
  const closed = new Set<string>(withdrawn);
  for (const row of latest.values()) {
    const standing = filingStateOf(row);
    if (standing === "closed") closed.add(row.docID);
    else if (standing === "open" && !withdrawn.has(row.docID) && isWanted(row, filter)) documents.push(row);
  }
  documents.sort((a, b) => compare(a.submitDateTime ?? "", b.submitDateTime ?? "") || compare(a.docID, b.docID));
  return { documents, closed: [...closed].sort(), rows, repeated: rows - latest.size };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isWanted(row: ListRow, filter: PlanFilter): boolean {
  if (row.xbrlFlag !== "1" && row.pdfFlag !== "1") return false;
  if (filter.types !== undefined && !filter.types.has(typeOfRow(row)) && !filter.types.has(row.docTypeCode ?? "")) {
    return false;
  }
  if (filter.codes === undefined) return true;
  return codesOf(row, filter.securityCodeOf).some((code) => filter.codes?.has(code) === true);
}

export function typeOfRow(row: ListRow): DocumentType {
  return typeOfListed(row.docTypeCode ?? "", row.formCode, row.docDescription);
}

function codesOf(row: ListRow, securityCodeOf: PlanFilter["securityCodeOf"]): string[] {
  const edinetCodes = [row.edinetCode, row.issuerEdinetCode, row.subjectEdinetCode].flatMap((code) => code ?? []);
  const own = row.secCode === null ? undefined : normaliseSecurityCode(row.secCode);
  return [
    ...edinetCodes,
    ...edinetCodes.flatMap((code) => securityCodeOf(code) ?? []),
    ...(own === undefined ? [] : [own]),
  ];
}

/** Mean sizes of packages and PDFs. The list has no sizes, so a dry run can only estimate. */
const packageBytes: Partial<Record<DocumentType, number>> = {
  annual_securities_report: 620_000,
  semiannual_report: 330_000,
  quarterly_report: 250_000,
  securities_registration_statement: 400_000,
};
const pdfBytes: Partial<Record<DocumentType, number>> = {
  annual_securities_report: 2_600_000,
  semiannual_report: 900_000,
  quarterly_report: 700_000,
  securities_registration_statement: 1_200_000,
};

export function estimateBytes(documents: readonly ListRow[]): number {
  return documents.reduce((sum, row) => {
    const type = typeOfRow(row);
    return sum + (packageBytes[type] ?? 40_000) + (row.pdfFlag === "1" ? (pdfBytes[type] ?? 180_000) : 0);
  }, 0);
}
