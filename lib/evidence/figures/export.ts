import { csvCell } from "../../text/format/spreadsheet-cell.ts";
import { conceptOf, type Label } from "./labels.ts";
import type { Figures } from "./model.ts";
import { listedFigures, type Restated } from "./view.ts";

/** Figures as rows of a file: one figure a row, in single units, with the address of its place in the text. */
export interface ExportRow {
  readonly issuer: string;
  readonly document: string;
  readonly labelJa: string;
  readonly labelEn: string;
  readonly labelSources: string;
  readonly element: string;
  readonly extension: boolean;
  readonly standard: string;
  readonly basis: string;
  readonly members: string;
  readonly start: string;
  readonly end: string;
  /** The exact value in decimal digits; empty where nil. */
  readonly value: string;
  readonly nil: boolean;
  readonly unit: string;
  readonly decimals: string;
  readonly printed: string;
  readonly restated: string;
  readonly link: string;
}

export interface ExportedFiling {
  readonly issuer: string;
  readonly document: string;
  readonly figures: Figures;
  readonly restated: ReadonlyMap<number, Restated>;
  /** Later packages that could not be read: nobody knows what they restate. */
  readonly unreadLater: readonly { readonly documentId: string }[];
  readonly linkOf: (fact: Figures["facts"][number]) => string;
}

export function exportRows(filing: ExportedFiling): ExportRow[] {
  const { issuer, document, figures, restated, linkOf } = filing;
  const unread = filing.unreadLater.map(({ documentId }) => documentId).join(", ");
  const unknown = unread === "" ? "" : `unknown: ${unread} could not be read`;
  return listedFigures(figures, "ja", restated).map(({ figure, labels, element, extension, basis, members }) => {
    const { fact } = figure;
    const context = figures.contexts[fact.context];
    return {
      issuer,
      document,
      labelJa: labelIn(labels, "ja"),
      labelEn: labelIn(labels, "en") || conceptOf(element),
      labelSources: labels.map(({ lang, source }) => `${lang}: ${source}`).join(", "),
      element,
      extension,
      standard: figures.standard ?? "",
      basis: basis ?? "",
      members: members.join(", "),
      start: context?.start ?? "",
      end: context?.end ?? "",
      value: fact.value ?? "",
      nil: fact.nil,
      unit: figure.unit,
      decimals: fact.decimals ?? "",
      printed: fact.shown ?? "",
      restated: figure.restated === null ? unknown : `${figure.restated.text} (${figure.restated.documentId})`,
      link: linkOf(fact),
    };
  });
}

function labelIn(labels: readonly Label[], lang: "ja" | "en"): string {
  return labels.find((label) => label.lang === lang)?.text ?? "";
}

/** The heads of the columns, in their order. */
export const exportColumns: readonly (readonly [keyof ExportRow, string])[] = [
  ["issuer", "issuer"],
  ["document", "document"],
  ["labelJa", "label_ja"],
  ["labelEn", "label_en"],
  ["labelSources", "labels_from"],
  ["element", "element"],
  ["extension", "extension"],
  ["standard", "standard"],
  ["basis", "basis"],
  ["members", "members"],
  ["start", "start"],
  ["end", "end"],
  ["value", "value"],
  ["nil", "nil"],
  ["unit", "unit"],
  ["decimals", "decimals"],
  ["printed", "printed"],
  ["restated", "restated"],
  ["link", "link"],
];

/** The byte order mark makes spreadsheets read the file as UTF-8. Values are digits, every other text is made safe. */
export function toCsv(rows: readonly ExportRow[]): string {
  const head = exportColumns.map(([, name]) => name).join(",");
  const lines = rows.map((row) =>
    exportColumns
      .map(([key]) => (digits.has(key) && /^-?[\d.]*$/.test(String(row[key])) ? row[key] : cellOf(row[key])))
      .join(","),
  );
  return `\ufeff${[head, ...lines].join("\r\n")}\r\n`;
}

const digits: ReadonlySet<string> = new Set(["value", "decimals"]);

function cellOf(value: string | boolean): string {
  return csvCell(typeof value === "boolean" ? String(value) : value === "" ? null : value);
}
