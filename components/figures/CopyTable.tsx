"use client";

import { CopyButton } from "@/components/share";
import { cellsOf, toTsv } from "@/components/ui/tsv";
import { useWords } from "@/lib/next/provider";

/** Copies the tables of the page for a spreadsheet. They are read from the page, so that no second copy is sent. */
export function CopyTable({ within }: { readonly within: string }) {
  const t = useWords("figures");
  return <CopyButton className="btn sm" text={() => tablesAsTsv(within)} label={t("copy")} done={t("copied")} />;
}

function tablesAsTsv(within: string): string {
  const tables = document.getElementById(within)?.querySelectorAll("table") ?? [];
  return [...tables].map((table) => toTsv(cellsOf(table))).join("\n");
}
