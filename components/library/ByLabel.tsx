"use client";
"use memo";

import { useLocale, useWords } from "@/lib/next/provider";
import { routes } from "@/lib/routes";
import type { LibrarySummary } from "@/lib/spending/wire";
import { CreditBars } from "./CreditBars.tsx";
import { monthWords } from "./SpendByDay.tsx";

/** The month's credits by label; it appears with the first label that anything was bought for. */
export function ByLabel({ summary, month }: { summary: LibrarySummary | undefined; month: string }) {
  const t = useWords("library");
  const locale = useLocale();
  const labels = summary?.by_label ?? [];
  if (labels.every(({ label }) => label === null)) return null;
  return (
    <section className="min-w-0" aria-labelledby="by-label">
      <div className="sect-h">
        <h2 id="by-label">{t("byLabel")}</h2>
        <span className="text-muted text-12/ui">{monthWords(month, locale)}</span>
      </div>
      <CreditBars
        lines={labels.map(({ label, credits }) => ({
          name: label ?? t("noLabel"),
          credits,
          href: label === null ? undefined : routes.ledger({ month, label }),
        }))}
      />
    </section>
  );
}
