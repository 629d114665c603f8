import type { LedgerRow } from "@/lib/spending/wire";

/** A line of the ledger: one charge, or the pages of a document that were bought at once. */
export interface LedgerLine {
  /** The row that was charged last, with the balance after the line. */
  readonly row: LedgerRow;
  /** In page order; empty for a line that is one charge. */
  readonly pages: readonly LedgerRow[];
}

/** Rows come newest first; only neighbours are put together, so that the balance goes on running. */
export function ledgerLines(rows: readonly LedgerRow[]): LedgerLine[] {
  const lines: { row: LedgerRow; members: LedgerRow[] }[] = [];
  for (const row of rows) {
    const open = lines.at(-1);
    if (open !== undefined && isSameRange(open.row, row)) open.members.push(row);
    else lines.push({ row, members: [row] });
  }
  return running(lines.map(({ row, members }) => ({ row, pages: members.length === 1 ? [] : inPageOrder(members) })));
}

/**
 * A service tells with each charge what may still be spent, which leaves out what is on its way at that moment. Of
 * charges that were on their way together the earlier ones thus told too little: what they left is what the next one
 * left and cost.
 */
function running(lines: readonly LedgerLine[]): LedgerLine[] {
  const told: LedgerLine[] = [];
  for (const line of lines) {
    const next = told.at(-1);
    const credits = next === undefined ? null : creditsOf(next);
    const { balance, at } = line.row;
    if (next?.row.balance == null || credits === null || balance === null || next.row.opened_at > at) told.push(line);
    else told.push({ ...line, row: { ...line.row, balance: Math.max(balance, next.row.balance + credits) } });
  }
  return told;
}

function isSameRange(a: LedgerRow, b: LedgerRow): boolean {
  return (
    a.kind === "pages" &&
    b.kind === "pages" &&
    a.document_id === b.document_id &&
    a.opened_at === b.opened_at &&
    a.state === b.state &&
    a.label === b.label
  );
}

function inPageOrder(rows: readonly LedgerRow[]): LedgerRow[] {
  return [...rows].sort((a, b) => (a.page_number ?? 0) - (b.page_number ?? 0));
}

/** Credits of a line; null where one of them isn't known. */
export function creditsOf({ row, pages }: LedgerLine): number | null {
  if (pages.length === 0) return row.credits;
  return pages.reduce<number | null>(
    (sum, each) => (sum === null || each.credits === null ? null : sum + each.credits),
    0,
  );
}
