"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "@/components/ui/Link.tsx";
import { useWords } from "@/lib/next/provider";
import { librarySummaryQuery } from "@/lib/next/queries/library";
import { routes } from "@/lib/routes";
import { writeNumber } from "@/lib/text/i18n/words";

export type LibraryTab = "owned" | "ledger" | "never";

export function LibraryFrame(props: { tab: LibraryTab; month: string; children: ReactNode }) {
  const t = useWords("library");
  const summary = useQuery(librarySummaryQuery(props.month)).data;
  const tabs = [
    { tab: "owned", href: routes.library(), count: summary?.owned_count },
    { tab: "ledger", href: routes.ledger(), count: summary?.ledger_count },
    { tab: "never", href: routes.library({ opened: "never" }), count: summary?.never_opened_count },
    // A page of its own: figures are compared across packages, and cost nothing.
    { tab: "figures", href: routes.comparedFigures(), count: undefined },
  ] as const;
  return (
    <main className="page" id="main">
      <div className="dateline">
        <h1 className="h-page">{t("title")}</h1>
        <span className="end">{t("yours")}</span>
      </div>
      <nav className="mb-5 flex gap-6 border-b border-line" aria-label={t("title")}>
        {tabs.map(({ tab, href, count }) => (
          <Link
            key={tab}
            className="-mb-px border-b-2 border-transparent pt-1.5 pb-2 text-ink hover:text-ai hover:no-underline current:border-b-ai current:font-semibold current:text-ai"
            href={href}
            aria-current={tab === props.tab ? "page" : undefined}
          >
            {t(`tab_${tab}`)}
            <span className="ms-1 font-normal text-muted">{count === undefined ? "" : writeNumber(count)}</span>
          </Link>
        ))}
      </nav>
      {props.children}
    </main>
  );
}
