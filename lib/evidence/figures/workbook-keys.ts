import type { ExportRow } from "./export.ts";

/** The hidden sheet of an exported workbook: which figure each cell was written from, so that it can be refilled. */
export const keysVersion = { sheet: "Hiraku keys", mark: "hiraku-figures", version: "1" } as const;

export interface Key {
  /** Issuer, element, standard, basis, members and unit as JSON. */
  readonly line: string;
  readonly period: string;
  readonly document: string;
  /** Exact digits. */
  readonly value: string;
}

/** Of the issuer its code alone, since names change; `unit` stands last. */
export function lineOf([issuer = "", ...rest]: readonly string[]): string {
  return JSON.stringify([issuer.split(" ", 1)[0], ...rest]);
}

export function lineOfRow(row: ExportRow): string {
  return lineOf([row.issuer, row.element, row.standard, row.basis, row.members, row.unit]);
}

export const periodOf = ({ start, end }: ExportRow) => (start === "" ? end : `${start} – ${end}`);

/** The figure of each line and period: the first, which is of the newest filing. */
export function keyRows(rows: readonly ExportRow[]): Key[] {
  const keys = new Map<string, Key>();
  for (const row of rows) {
    const [line, period] = [lineOfRow(row), periodOf(row)];
    const place = `${line}\n${period}`;
    const document = row.document.split(" ", 1)[0] ?? "";
    if (row.value !== "" && !keys.has(place)) keys.set(place, { line, period, document, value: row.value });
  }
  return [...keys.values()];
}

export function keysSheet(keys: readonly Key[]): (string | null)[][] {
  return [
    [keysVersion.mark, keysVersion.version],
    ["issuer", "element", "standard", "basis", "members", "unit", "period", "document", "value"],
    ...keys.map(({ line, period, document, value }) => [
      ...(JSON.parse(line) as string[]).map((text) => text || null),
      period,
      document,
      value,
    ]),
  ];
}

/** A double holds fifteen digits; a longer figure stays exact as text. */
export function numberOf(value: string): string | number | null {
  if (value === "") return null;
  return value.replace(/\D/g, "").replace(/^0+/, "").replace(/0+$/, "").length <= 15 ? Number(value) : value;
}
