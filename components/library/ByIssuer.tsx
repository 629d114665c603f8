"use client";
"use memo";

import { useLocale, useWords } from "@/lib/next/provider";
import type { LibrarySummary } from "@/lib/spending/wire";
import { CreditBars } from "./CreditBars.tsx";
import { monthWords } from "./SpendByDay.tsx";

const shownMax = 8;

/** The month's credits by issuer. Searches and news belong to no issuer and have a line of their own. */
export function ByIssuer({ summary, month }: { summary: LibrarySummary | undefined; month: string }) {
  const t = useWords("library");
  const locale = useLocale();
  const lines = (summary?.by_issuer ?? []).map((each) => ({
    name:
      (locale === "en" ? each.issuer_name_en : null) ??
      each.issuer_name ??
      (each.security_code === null ? t("questions") : each.security_code),
    credits: each.credits,
  }));
  const first = lines.slice(0, shownMax);
  const rest = lines.slice(shownMax).reduce((sum, each) => sum + each.credits, 0);
  const shown = rest === 0 ? first : [...first, { name: t("others"), credits: rest }];
  return (
    <section className="min-w-0" aria-labelledby="by-issuer">
      <div className="sect-h">
        <h2 id="by-issuer">{t("byIssuer")}</h2>
        <span className="text-muted text-12/ui">{monthWords(month, locale)}</span>
      </div>
      {summary === undefined ? (
        <div className="h-29" />
      ) : shown.length === 0 ? (
        <p className="text-muted text-12/ui">{t("nothingSpent")}</p>
      ) : (
        <CreditBars lines={shown} />
      )}
    </section>
  );
}
