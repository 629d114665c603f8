"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { ReactNode } from "react";
import { useWords } from "@/lib/i18n/provider";
import { librarySummaryQuery } from "@/lib/queries/library";
import { routes } from "@/lib/routes";

export type LibraryTab = "owned" | "ledger" | "never";

/** The heading and the tabs of the library's three views. */
export function LibraryFrame(props: { tab: LibraryTab; month: string; children: ReactNode }) {
  const t = useWords("library");
  const summary = useQuery(librarySummaryQuery(props.month)).data;
  const tabs = [
    { tab: "owned", href: routes.library(), count: summary?.owned_count },
    { tab: "ledger", href: routes.ledger(), count: summary?.ledger_count },
    { tab: "never", href: routes.library({ opened: "never" }), count: summary?.never_opened_count },
  ] as const;
  return (
    <main className="page" id="main">
      <div className="dateline">
        <h1 className="h-page">{t("title")}</h1>
        <span className="end">{t("yours")}</span>
      </div>
      <nav className="tabs" aria-label={t("title")}>
        {tabs.map(({ tab, href, count }) => (
          <Link key={tab} href={href} prefetch={false} aria-current={tab === props.tab ? "page" : undefined}>
            {t(`tab_${tab}`)}
            <span className="n">{count === undefined ? "" : count.toLocaleString("en")}</span>
          </Link>
        ))}
      </nav>
      {props.children}
    </main>
  );
}
