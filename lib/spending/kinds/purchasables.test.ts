import { describe, expect, test } from "vitest";
import { readLinkedLines, writeLinkedLine } from "../../text/format/basket-link.ts";
import { type PurchaseKind, purchaseKinds } from "../../text/purchase-kinds.ts";
import { keyOfUnit, lineKey, parseSingle, wireRequestOf } from "../pricing/actions.ts";
import { planKey } from "../pricing/plan.ts";
import { rowOf } from "./purchasables.ts";

const actions: Readonly<Record<PurchaseKind, object>> = {
  content: { document_id: "D1" },
  sections: { document_id: "D1", sections: ["s2", "s1"] },
  pages: { document_id: "D1", pages: [3, 7] },
  original: { document_id: "D1", original_id: "pdf" },
  search_documents: { input: { query: "配当", security_codes: ["72030"] } },
  search_news: { input: { query: "自己株式" } },
  list_news: { input: { security_codes: ["130A0", "72030"] } },
};

describe.each(purchaseKinds)("%s", (kind) => {
  const action = parseSingle({ kind, ...actions[kind] });

  test("taken apart into what a basket stores and joined again, it is the same action of one line", () => {
    const row = rowOf(action);
    const items = row.items(action);
    const [first, ...others] = items.map(({ params }) => row.ofItem(JSON.parse(params)));
    expect(first && row.join(first, others)).toEqual(action);
    expect(new Set(items.map(keyOfUnit))).toEqual(new Set([lineKey(action)]));
  });

  test("a link says it whole", () => {
    const { lines } = readLinkedLines([writeLinkedLine(action)]);
    expect(lines.map(parseSingle)).toEqual([action]);
  });

  test("equal actions are one plan, and a new copy is another one", () => {
    expect(planKey(parseSingle(JSON.parse(JSON.stringify(action))))).toBe(planKey(action));
    expect(planKey({ ...action, epoch: "again" })).not.toBe(planKey(action));
  });

  test("each of its requests goes to its endpoint", () => {
    for (const unit of rowOf(action).items(action)) expect(wireRequestOf(unit).target).toMatch(/^\/v1\//);
  });
});
