"use client";

import { useLocale, useWords } from "@/lib/i18n/provider";
import { daysOf } from "./days-of.ts";

/** "1–20 November": the days a list of news covers. */
export function BlockDays({ block }: { readonly block: { readonly since: string; readonly until: string } }) {
  const t = useWords("issuer");
  const locale = useLocale();
  return (
    <h3 title={`${block.since} – ${block.until}`}>
      {t("news")}
      <span>{daysOf(block.since, block.until, locale)}</span>
    </h3>
  );
}
