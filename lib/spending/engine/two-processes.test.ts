import { beforeEach, expect, test } from "vitest";
import { passTime } from "../simulation/environment.ts";
import { ann, at, charged, inTime, page, restart, startAnother } from "../testing/purchase-setup.ts";

beforeEach(() => restart());

/** Two processes on one store and one service, with nothing in common but these. */
function processes() {
  return [at.app, startAnother(23)] as const;
}

test("a cap holds over processes that confirm at once", async () => {
  await at.app.rows.budget.saveBudget("ann", { daily_cap: 3, monthly_cap: null, confirm_at: 4 });
  const both = processes();
  const bought = [1, 2, 3, 4, 5].flatMap((number) =>
    both.map(({ purchaseService }, half) => async () => {
      const quote = await purchaseService.quote(ann, page([number], half === 0 ? "D1" : "D2"));
      await purchaseService.confirm(ann, { token: quote.token, max_credits: 1 });
    }),
  );
  await inTime(Promise.allSettled(bought.map((buy) => buy())));
  await passTime(at.clock, 60_000);
  expect(charged()).toBe(3);
});

test("a key has one paid call at a time over processes, where the service recognises no repetition", async () => {
  restart({ idempotent: false });
  let inside = 0;
  let most = 0;
  const both = processes();
  // Both come to the moment of sending at once.
  let arrived = 0;
  let open: () => void = () => undefined;
  const together = new Promise<void>((resolve) => {
    open = resolve;
  });
  for (const { deps } of both) {
    deps.bodies.freeBytes = async () => {
      if (++arrived >= both.length) open();
      await together;
      return 1e12;
    };
    const { send } = deps.upstream;
    deps.upstream.send = async (call, signal) => {
      most = Math.max(most, ++inside);
      try {
        return await send(call, signal);
      } finally {
        inside -= 1;
      }
    };
  }
  const buying = both.map(async ({ purchaseService }, half) => {
    const quote = await purchaseService.quote(ann, page([1], half === 0 ? "D1" : "D2"));
    await purchaseService.confirm(ann, { token: quote.token, max_credits: 1 });
  });
  await inTime(Promise.all(buying));
  await passTime(at.clock, 60_000);
  expect(most).toBe(1);
  expect(charged()).toBe(2);
});
