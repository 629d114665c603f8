import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { WordsProvider } from "@/lib/next/provider";
import type { CreditsView } from "@/lib/spending/wire";
import cost from "../../messages/en/cost.json";
import { GaugePanel } from "./GaugePanel.tsx";

const begun: CreditsView = {
  ...{ balance: 480, spent_today: 36, spent_month: 210, daily_cap: 120, monthly_cap: null, confirm_at: 8 },
  ...{ rate_limited_until: null, unknown_count: 0, basket_count: 0, unknown_max: 0 },
};

const panel = (credits: CreditsView) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <WordsProvider locale="en" messages={{ cost }}>
        <GaugePanel credits={credits} />
      </WordsProvider>
    </QueryClientProvider>,
  );

test("nobody is told that nothing was bought before the last purchases have come", () => {
  expect(panel({ ...begun, recent: [] })).toContain(cost.nothingBought);
  expect(panel(begun)).toContain(cost.lastPurchases);
  expect(panel(begun)).not.toContain(cost.nothingBought);
});
