import { expect, test } from "vitest";
import { type AnswerRow, answerRows } from "./answers.ts";
import { createOwner } from "./owners.ts";
import { listProofs } from "./proofs.ts";
import { keepReceipt } from "./receipts.ts";
import type { Store } from "./store.ts";
import { openTestStore } from "./testing/test-store.ts";

async function addReceipt(store: Store, owner_id: string, receipt_id: string, issued_at: number) {
  await keepReceipt(store, { receipt_id, owner_id, passage: receipt_id, record: `record of ${receipt_id}`, issued_at });
}

async function addAnswer(store: Store, answer_id: string, own: Partial<AnswerRow>) {
  await answerRows(store).add({
    ...{ answer_id, owner_id: "ann", upstream: "http://service", token_id: null, task_id: null, request: answer_id },
    ...{
      state: "done",
      plan: `plan of ${answer_id}`,
      record: "",
      asked_at: 1,
      alive_at: 1,
      stop_at: null,
      ended_at: 2,
    },
    ...{ runner: null, lease_until: null, ...own },
  });
}

test("an owner's proofs come newest first, page by page, none twice and none of anybody else", async () => {
  const store = openTestStore();
  for (const owner_id of ["ann", "bob"]) await createOwner(store, { owner_id, created_at: 0, recovery_hash: null });
  // As many at one instant as a program may make.
  for (let at = 0; at < 9; at++) await addReceipt(store, "ann", `r${at}`, at < 5 ? 10 : 10 + at);
  await addAnswer(store, "a1", { ended_at: 10 });
  await addAnswer(store, "a2", { ended_at: 30, state: "stopped" });
  await addAnswer(store, "planned", { state: "planned", ended_at: null });
  await addAnswer(store, "failed", { state: "failed" });
  await addAnswer(store, "elsewhere", { upstream: "http://other" });
  await addAnswer(store, "of bob", { owner_id: "bob" });
  await addReceipt(store, "bob", "r-of-bob", 40);

  const seen: string[] = [];
  let [at, id] = [1_000, ""];
  for (;;) {
    const page = await listProofs(store, { owner_id: "ann", upstream: "http://service", at, id, limit: 3 });
    seen.push(...page.map((row) => `${row.kind} ${row.id}`));
    expect(page.every((row) => row.body === `${row.kind === "answer" ? "plan" : "record"} of ${row.id}`)).toBe(true);
    const last = page.at(-1);
    if (last === undefined) break;
    [at, id] = [last.made_at, last.id];
  }
  expect(seen).toEqual([
    "answer a2",
    ...["r8", "r7", "r6", "r5", "r4", "r3", "r2", "r1", "r0"].map((each) => `quotation ${each}`),
    "answer a1",
  ]);
});
