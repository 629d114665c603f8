"use client";

import { useMemo } from "react";
import type { RowWords } from "@/components/ui/reading-cost";
import { useLocale, useWords } from "@/lib/i18n/provider";

/** Asked for once for all rows of a list. */
export function useRowWords(): RowWords {
  const [t, standing, cost] = [useWords("documents"), useWords("standing"), useWords("cost")];
  const locale = useLocale();
  return useMemo(() => ({ t, standing, cost, locale }), [t, standing, cost, locale]);
}
