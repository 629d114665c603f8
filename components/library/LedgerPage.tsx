"use client";

import { useQuery } from "@tanstack/react-query";
import { librarySummaryQuery } from "@/lib/next/queries/library";
import { BudgetForm } from "./BudgetForm.tsx";
import { ByIssuer } from "./ByIssuer.tsx";
import { ByLabel } from "./ByLabel.tsx";
import { ByMonth } from "./ByMonth.tsx";
import { LedgerList } from "./LedgerList.tsx";
import { LibraryFrame } from "./LibraryFrame.tsx";
import { type LedgerFilters } from "./ledger-filters.ts";
import { SpendByDay } from "./SpendByDay.tsx";

export function LedgerPage(props: { filters: LedgerFilters; month: string; today: string; editBudget: boolean }) {
  const summary = useQuery(librarySummaryQuery(props.month)).data;
  return (
    <LibraryFrame tab="ledger" month={props.month}>
      <div className="grid grid-cols-[minmax(0,1fr)_328px] gap-x-12 max-lg:grid-cols-[minmax(0,1fr)] phone:block">
        <div>
          <SpendByDay summary={summary} month={props.month} today={props.today} filters={props.filters} />
          <LedgerList filters={props.filters} labels={summary?.labels ?? []} />
        </div>
        <aside className="max-lg:mt-8 max-lg:grid max-lg:grid-cols-[repeat(auto-fit,minmax(264px,1fr))] max-lg:items-start max-lg:gap-x-8 max-lg:gap-y-8 lg:[&>section+section]:mt-8">
          <ByMonth summary={summary} />
          <ByIssuer summary={summary} month={props.month} />
          <ByLabel summary={summary} month={props.month} />
          <BudgetForm budget={summary?.budget} editing={props.editBudget} />
        </aside>
      </div>
    </LibraryFrame>
  );
}
