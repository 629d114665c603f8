import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { fakeServer, problem } from "@/components/testing/fake-server";
import { type Mounted, mount } from "@/components/testing/mount";
import { WordsProvider } from "@/lib/next/provider";
import type { RefillPlan } from "@/lib/reading/refill";
import refill from "@/messages/en/refill.json";
import { RefillWorkbook } from "./RefillWorkbook.tsx";

const nothing: RefillPlan = { added: 0, changed: 0, kept: 0, apart: null, toBuy: [] };
const original = { documentId: "D2", originalId: "zip", title: "報告書", issuerName: "見本", language: "ja" };
let server: ReturnType<typeof fakeServer>;
let mounted: Mounted;
afterEach(() => {
  mounted.leave();
  server.restore();
});

async function give(answer: () => Response): Promise<string> {
  server = fakeServer(({ url }) => (url.endsWith("/refill/plan") ? answer() : problem(404, "not_found")));
  mounted = mount(
    <WordsProvider locale="en" messages={{ refill }}>
      <RefillWorkbook />
    </WordsProvider>,
  );
  await expect.poll(() => document.querySelector("input")).not.toBeNull();
  const input = document.querySelector("input");
  if (input === null) throw new Error("no field");
  await userEvent.upload(input, new File(["x"], "model.xlsx"));
  await expect.poll(() => document.querySelector("[role=status]")?.textContent).toMatch(/\.$/);
  return mounted.element.textContent ?? "";
}

test("shows what changes, what stays, and the price of newer packages before anything is bought", async () => {
  const plan = { ...nothing, added: 5, changed: 1, kept: 2, apart: "Newest periods", toBuy: [original] };
  const text = await give(() => Response.json(plan));
  expect(text).toContain("5 new figures, 1 restated: 0 credits.");
  expect(text).toContain("2 cells that you changed stay as they are.");
  expect(text).toContain("“Newest periods”");
  expect(text).toContain("1 newer package that you don’t own: 8 credits for all.");
  expect(text).toContain("Download the refilled workbook");
  expect(server.asked.filter(({ url }) => url.includes("purchases"))).toEqual([]);
});

test("a workbook that has everything is not downloaded again", async () => {
  const text = await give(() => Response.json(nothing));
  expect(text).toContain("The workbook has all figures");
  expect(text).not.toContain("Download the refilled");
});

test.each([
  ["workbook_without_keys", "has no keys"],
  ["payload_too_large", "too large"],
  ["workbook_unreadable", "can’t be read"],
  ["app_error", "just now"],
])("%s is said in words", async (code, words) => {
  expect(await give(() => problem(422, code))).toContain(words);
});
