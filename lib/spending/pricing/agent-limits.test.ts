import { expect, test } from "vitest";
import type { AgentSpendingRows } from "../../store/agent-spending.ts";
import type { PurchaseAction } from "../wire.ts";
import { agentPermission, isPartOf } from "./agent-limits.ts";
import { planKey } from "./plan.ts";

const sections = (...ids: string[]) => ({ kind: "sections", document_id: "D1", sections: ids }) as const;
const basket: PurchaseAction = { kind: "basket", lines: [sections("s1", "s2")] };
const agent = { tokenId: "t", taskId: "k" } as Parameters<typeof agentPermission>[1];

/** A token of 100 credits with an open task of 100, whose person has approved a basket. */
function rowsWith(answer: { readonly action: PurchaseAction; readonly state: string } | undefined): AgentSpendingRows {
  const of = (action: PurchaseAction, state: string) => ({
    ...{ approval_id: `${state} ${action.kind}`, state, plan: planKey(action), action: JSON.stringify(action) },
    credits_max: 10,
  });
  const rows = {
    token: async () => ({ scope: "spend", revoked_at: null, expires_at: 1e15, daily_cap: 100, total_cap: 100 }),
    task: async () => ({ token_id: "t", task_id: "k", state: "open", budget: 100 }),
    spent: async () => 0,
    spentUnapproved: async () => 0,
    underWay: async () => 0,
    approvalFor: async (_of: unknown, plan: string) =>
      answer !== undefined && plan === planKey(answer.action) ? of(answer.action, answer.state) : undefined,
    approvedOfTask: async () => [of(basket, "approved")],
  };
  return Object.assign({} as AgentSpendingRows, rows);
}
const asked = (action: PurchaseAction, declined?: PurchaseAction) =>
  agentPermission(rowsWith(declined && { action: declined, state: "declined" }), agent, {
    ...{ action, credits: 3, confirmAt: 2, nowMs: 1_000_000 },
  });

test("an approved basket covers a part of it, but not what a person has declined by itself", async () => {
  expect(await asked(sections("s1"))).toEqual({ approvalId: "approved basket" });
  expect(await asked(sections("s3"))).toEqual({ refusal: "approval_required" });
  expect(await asked(sections("s1"), sections("s1"))).toEqual({ refusal: "approval_declined" });
});

test("a second copy of what a basket had is no part of it", async () => {
  const again = { ...sections("s1"), epoch: "again" } as const;
  expect(isPartOf(sections("s1"), sections("s1", "s2"))).toBe(true);
  expect(isPartOf(again, sections("s1", "s2"))).toBe(false);
  expect(await asked(again)).toEqual({ refusal: "approval_required" });
});
