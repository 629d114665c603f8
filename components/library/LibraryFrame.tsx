"use client";

import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { PlaceTabs } from "@/components/ui/PlaceTabs.tsx";
import { useWords } from "@/lib/next/provider";
import { librarySummaryQuery } from "@/lib/next/queries/library";
import { routes } from "@/lib/routes";
import { writeNumber } from "@/lib/text/i18n/words";

export type LibraryTab = "owned" | "ledger" | "proofs";

export function LibraryFrame(props: { tab: LibraryTab; month: string; children: ReactNode }) {
  const t = useWords("library");
  const summary = useQuery(librarySummaryQuery(props.month)).data;
  const tabs = [
    { tab: "owned", href: routes.library(), count: summary?.owned_count },
    { tab: "ledger", href: routes.ledger(), count: summary?.ledger_count },
    { tab: "proofs", href: routes.proofs(), count: undefined },
    // A page of its own: figures are compared across packages, and cost nothing.
    { tab: "figures", href: routes.comparedFigures(), count: undefined },
  ] as const;
  return (
    <main className="page" id="main">
      <div className="dateline">
        <h1 className="h-page">{t("title")}</h1>
        <span className="end">{t("yours")}</span>
      </div>
      <PlaceTabs
        label={t("title")}
        tabs={tabs.map(({ tab, href, count }) => ({
          href,
          label: t(`tab_${tab}`),
          isHere: tab === props.tab,
          count: count === undefined ? undefined : writeNumber(count),
        }))}
      />
      {props.children}
    </main>
  );
}
