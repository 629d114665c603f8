import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Mounted, mount } from "@/components/testing/mount";
import type { PurchaseAction, PurchaseView } from "@/lib/spending/wire";
import { Receipts } from "./Receipts.tsx";
import { addReceipt, dismissReceipt } from "./receipt-store.ts";

const sections: PurchaseAction = { kind: "sections", document_id: "D1", sections: ["s1", "s2"] };
const whole: PurchaseAction = { kind: "content", document_id: "D1" };
const longAfterMs = 60_000;

let mounted: Mounted;

beforeEach(async () => {
  mounted = mount(<Receipts />);
  addReceipt(bought("first", sections), { text: "事業等のリスク", lang: "ja" }, "");
  await expect.poll(lines).toHaveLength(1);
  vi.useFakeTimers();
  addReceipt(bought("second", whole), { text: "有価証券報告書", lang: "ja" }, "");
  await vi.waitFor(() => expect(lines()).toHaveLength(2));
});
afterEach(() => {
  vi.useRealTimers();
  for (const id of ["first", "second"]) dismissReceipt(id);
  mounted.leave();
});

function bought(purchase_id: string, action: PurchaseAction): PurchaseView {
  const intent = { intent_id: purchase_id, state: "stored", credits: 2, credits_max: 2, error: null } as const;
  return { purchase_id, action, done: true, intents: [intent], credits_charged: 2, balance: 8 };
}

const stack = () => document.querySelector<HTMLElement>("[role=status]");
const lines = () => [...document.querySelectorAll<HTMLElement>("[role=status] > div")].map((each) => each.innerText);
const move = async (name: "pointerover" | "pointerout") => {
  stack()?.dispatchEvent(new PointerEvent(name, { bubbles: true, relatedTarget: document.body }));
  // React draws after such an event in a task of its own, which the fake clock does not run.
  for (let task = 0; task < 3; task += 1) await nextTask();
};
const nextTask = () =>
  new Promise<void>((done) => {
    const channel = new MessageChannel();
    channel.port1.addEventListener("message", () => done());
    channel.port1.start();
    channel.port2.postMessage(null);
  });

test("name what was bought, one above the other", () => {
  expect(lines()[0]).toContain("2 sections bought: 事業等のリスク");
  expect(lines()[1]).toContain("Whole text bought: 有価証券報告書");
  const [upper, lower] = [...document.querySelectorAll("[role=status] > div")].map((each) =>
    each.getBoundingClientRect(),
  );
  expect(upper?.bottom).toBeLessThanOrEqual(lower?.top ?? 0);
});

test("leave by themselves, and none while the pointer is on one", async () => {
  await move("pointerover");
  await vi.advanceTimersByTimeAsync(longAfterMs);
  expect(lines()).toHaveLength(2);
  await move("pointerout");
  await vi.advanceTimersByTimeAsync(longAfterMs);
  expect(lines()).toHaveLength(0);
});

test("stay while one has the focus, and go when they are dismissed", async () => {
  const button = stack()?.querySelector("button");
  button?.focus();
  await vi.advanceTimersByTimeAsync(longAfterMs);
  expect(lines()).toHaveLength(2);
  button?.click();
  await vi.advanceTimersByTimeAsync(100);
  expect(lines()).toHaveLength(1);
});

test("what lacks parts is not named a whole text", async () => {
  addReceipt({ ...bought("third", whole), missing_parts: ["第一部"] }, { text: "半期報告書", lang: "ja" }, "");
  await vi.waitFor(() => expect(lines()).toHaveLength(3));
  expect(lines().join()).toContain("All that is there bought: 半期報告書");
  expect(lines().join()).not.toContain("Whole text bought: 半期報告書");
  dismissReceipt("third");
});
