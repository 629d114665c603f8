import type { Store } from "./database.ts";

/** Budget caps, and the spending that counts against them. */
export interface BudgetRow {
  readonly daily_cap: number | null;
  readonly monthly_cap: number | null;
  readonly confirm_at: number;
}

export const defaultBudget: BudgetRow = { daily_cap: null, monthly_cap: null, confirm_at: 4 };

export function budgetRows(store: Store) {
  const sql = {
    get: store.prepare<[string], BudgetRow>(
      "select daily_cap, monthly_cap, confirm_at from budgets where owner_id = ?",
    ),
    put: store.prepare(
      `insert into budgets (owner_id, daily_cap, monthly_cap, confirm_at)
       values (@owner_id, @daily_cap, @monthly_cap, @confirm_at)
       on conflict (owner_id) do update set daily_cap = excluded.daily_cap, monthly_cap = excluded.monthly_cap,
         confirm_at = excluded.confirm_at`,
    ),
    // Charged credits, plus the maximum of open purchases and unknown outcomes.
    // Both count on the day of the last confirmation, so that settling moves nothing to another day.
    spent: store.prepare<[string, number, number], { credits: number }>(
      `select coalesce(sum(case when state = 'stored' then coalesce(ledger.credits, ledger.credits_max)
           else intents.credits_max end), 0) as credits
       from intents left join ledger using (intent_id)
       where intents.owner_id = ? and opened_at >= ? and opened_at < ? and state <> 'failed'`,
    ),
  };
  return {
    budget: async (ownerId: string): Promise<BudgetRow> => (await sql.get.get(ownerId)) ?? defaultBudget,
    saveBudget: async (ownerId: string, budget: BudgetRow) => {
      await sql.put.run({ owner_id: ownerId, ...budget });
    },
    /** Credits charged or reserved by purchases confirmed in [from, until). */
    spentBetween: async (ownerId: string, from: number, until: number) =>
      Number((await sql.spent.get(ownerId, from, until))?.credits),
  };
}

export type BudgetRows = ReturnType<typeof budgetRows>;
