"use client";
"use memo";

import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { LibrarySummary } from "@/lib/spending/wire";
import { CreditBars } from "./CreditBars.tsx";
import { monthWords } from "./SpendByDay.tsx";

/** The credits of the last twelve months; it appears with the second month in which anything was bought. */
export function ByMonth({ summary }: { summary: LibrarySummary | undefined }) {
  const t = useWords("library");
  const locale = useLocale();
  const months = summary?.by_month ?? [];
  if (months.length < 2) return null;
  return (
    <section className="min-w-0" aria-labelledby="by-month">
      <div className="sect-h">
        <h2 id="by-month">{t("byMonth")}</h2>
      </div>
      <CreditBars
        lines={months.toReversed().map(({ month, credits }) => ({
          name: monthWords(month, locale),
          credits,
          href: routes.ledger({ month }),
        }))}
      />
    </section>
  );
}
