import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { pageCount } from "../simulation/sample-document.ts";
import { ann, at, charged, inTime, page, restart, search } from "../testing/purchase-setup.ts";
import type { SinglePurchase } from "../wire.ts";

beforeEach(() => restart());

/** Things that cost 1 each. */
const things = fc.uniqueArray(fc.integer({ min: 1, max: 12 }), { minLength: 2, maxLength: 8 });
const thing = (number: number): SinglePurchase => (number <= pageCount ? page([number]) : search(`question ${number}`));

// Between what a confirmation reads and what it writes other work runs: its transaction alone keeps others out.
test("confirmations at once never pass a cap together, and together reach it", async () => {
  await fc.assert(
    fc.asyncProperty(things, fc.integer({ min: 0, max: 9 }), fc.boolean(), async (numbers, cap, ofMonth) => {
      restart({ balance: 1_000 });
      const caps = ofMonth ? { daily_cap: null, monthly_cap: cap } : { daily_cap: cap, monthly_cap: null };
      await at.app.rows.budget.saveBudget("ann", { ...caps, confirm_at: 4 });
      const { purchaseService } = at.app;
      const quotes = await inTime(Promise.all(numbers.map((number) => purchaseService.quote(ann, thing(number)))));
      const confirming = quotes.map(({ token }) => purchaseService.confirm(ann, { token, max_credits: 1 }));
      await inTime(Promise.allSettled(confirming));
      expect(charged()).toBe(Math.min(cap, numbers.length));
      expect(await at.app.rows.budget.spentBetween("ann", 0, Number.MAX_SAFE_INTEGER)).toBe(charged());
    }),
    { numRuns: 40 },
  );
});
