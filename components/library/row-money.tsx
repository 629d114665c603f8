"use client";

import { Price } from "@/components/cost";
import { useWords } from "@/lib/next/provider";
import type { LedgerRow } from "@/lib/spending/wire";

/** The outcome of a ledger line, shown by a mark and text as well as by colour. */
export function RowOutcome({ row }: { row: LedgerRow }) {
  const t = useWords("library");
  switch (row.state) {
    case "stored":
      if (row.incomplete) return <span className="outcome unknown">{t("outcomeIncomplete")}</span>;
      return <span className="outcome stored">{t("stored")}</span>;
    case "failed":
      return <span className="outcome failed">{t("failed")}</span>;
    case "unknown":
      return <span className="outcome unknown">{t("unknown", { n: row.credits_max })}</span>;
    default:
      return <span className="outcome unknown">{t("underWay", { n: row.credits_max })}</span>;
  }
}

export function RowCredits({ row }: { row: LedgerRow }) {
  if (row.state === "failed") return <span className="text-muted">0</span>;
  if (row.credits === null) return <Price min={0} max={row.credits_max} />;
  return <Price min={row.credits} max={row.credits} />;
}
