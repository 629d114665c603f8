"use client";

import { CopyButton } from "@/components/share";
import { cellsOf, toTsv } from "@/components/ui/tsv";

/** Copies the tables of the page for a spreadsheet. They are read from the page, so that no second copy is sent. */
export function CopyTable(props: { readonly within: string; readonly label: string; readonly done: string }) {
  const { within, ...words } = props;
  return <CopyButton className="link" text={() => tablesAsTsv(within)} {...words} />;
}

function tablesAsTsv(within: string): string {
  const tables = document.getElementById(within)?.querySelectorAll("table") ?? [];
  return [...tables].map((table) => toTsv(cellsOf(table))).join("\n");
}
