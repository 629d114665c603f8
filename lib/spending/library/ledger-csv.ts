import { csvCell } from "../../text/format/spreadsheet-cell.ts";
import type { LedgerRow } from "../wire.ts";

/** The ledger for a spreadsheet, with times in Japan time and one line for each intent. */
const columns = [
  "time_jst",
  "action",
  "issuer_code",
  "issuer",
  "document_id",
  "document",
  "subject",
  "label",
  "outcome",
  "credits",
  "credits_max",
  "balance",
  "intent_id",
  "token",
  "task",
] as const;

/** The byte order mark makes spreadsheets read the file as UTF-8. */
export const csvHead = `\ufeff${columns.join(",")}\r\n`;

export function csvLine(row: LedgerRow): string {
  const subject = row.page_number === null ? row.subject : `p. ${row.page_number}`;
  const cells = [
    row.at.replace("T", " ").replace("+09:00", ""),
    row.kind,
    row.security_code,
    row.issuer_name,
    row.document_id,
    row.document_title,
    subject,
    row.label,
    row.state,
    row.credits,
    row.state === "stored" && row.credits !== null ? row.credits : row.state === "failed" ? 0 : row.credits_max,
    row.balance,
    row.intent_id,
    row.agent?.token_name ?? null,
    row.agent?.task_title ?? null,
  ];
  return `${cells.map(csvCell).join(",")}\r\n`;
}
