"use client";

import type { ReactNode } from "react";
import { DayGrid } from "@/components/documents";
import { useLocale, useWords } from "@/lib/next/provider";
import { daysOf } from "./days-of.ts";

interface Props {
  readonly block: { readonly since: string; readonly until: string };
  readonly first: boolean;
  readonly children: ReactNode;
}

/** "1–20 November": the days a list of news covers, beside its first row. */
export function BlockDays({ block, first, children }: Props) {
  const t = useWords("issuer");
  const locale = useLocale();
  if (!first) return <DayGrid>{children}</DayGrid>;
  const day = {
    name: t("news"),
    under: daysOf(block.since, block.until, locale),
    title: `${block.since} – ${block.until}`,
  };
  return <DayGrid day={day}>{children}</DayGrid>;
}
