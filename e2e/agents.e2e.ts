import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { toolFacts } from "../lib/spending/programs/testing/tool-facts.ts";
import { findMarket } from "./market.ts";
import { webUrl } from "./ports.ts";

const Facts = z.looseObject({ money: z.record(z.string(), z.number().nullable()) });
const Outline = z.object({
  sections: z.array(z.object({ section_id: z.string(), owned: z.boolean(), price_max: z.number() })),
  pages: z.number(),
});
const Opened = z.object({ task: z.object({ task_id: z.string() }) });
const Refused = z.object({ error: z.object({ code: z.string(), approval_url: z.string() }) });

test("a program finds, outlines, plans, waits for a person, reads and verifies; the browser then owns it", async ({
  page,
  request,
}) => {
  const { another } = await findMarket(request);
  await page.goto("/account");
  await page.getByRole("link", { name: "Tokens and tasks" }).click();
  await page.getByLabel("Name, shown in Spending").fill("notebook");
  await page.getByRole("radio", { name: "spend within limits" }).check();
  const consent = page.getByRole("checkbox", { name: "Yes, keep the key for this" });
  if (await consent.isVisible()) await consent.check();
  await page.getByRole("button", { name: "Make the token" }).click();
  const token = (await page.getByRole("status").locator("code").textContent()) ?? "";
  expect(token).toMatch(/^hkt_/);

  const client = new Client({ name: "e2e", version: "1" }, { versionNegotiation: { mode: { pin: "2026-07-28" } } });
  const headers = { Authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL("/api/mcp", webUrl), { requestInit: { headers } }));
  const call = async (name: string, args: Record<string, unknown>) =>
    Facts.parse(toolFacts(await client.callTool({ name, arguments: args })));

  expect(await call("find", { security_codes: [another.security_code] })).toMatchObject({ money: { charged: 0 } });
  const { document_id } = another;
  const rows: z.infer<typeof Outline>["sections"] = [];
  for (let at = 1, pages = 1; at <= pages; at++) {
    const outline = Outline.parse(await call("outline", { document_id, depth: 9, page: at }));
    rows.push(...outline.sections);
    pages = outline.pages;
  }
  const dear = rows.find((each) => !each.owned && each.price_max >= 4 && each.price_max <= 10);
  if (dear === undefined) throw new Error("no section at the threshold");
  const { section_id } = dear;
  const { task } = Opened.parse(await call("task", { action: "open", title: "Reading", budget: 10 }));
  const action = { kind: "sections", document_id, sections: [section_id] };
  const plan = await call("plan", { action });
  expect(plan).toMatchObject({ needs_approval: true, money: { charged: 0 } });
  const order = { quote: plan["quote"], max_credits: 10, task_id: task.task_id };
  const refused = Refused.parse(await call("confirm", order)).error;
  expect(refused.code).toBe("approval_required");

  await page.goto(refused.approval_url);
  await page.getByRole("button", { name: /^Approve \d+ credits/ }).click();
  await expect(page.getByText("Approved. The program can go on.")).toBeVisible();
  const bought = await call("confirm", order);
  expect(bought.money["charged"]).toBe(plan.money["price_max"]);
  const read = await call("read", { document_id, section_id, max_credits: 0 });
  expect(read.money["charged"]).toBe(0);
  const line = String(read["untrusted_text"])
    .split("\n")
    .find((each) => each.length > 30 && !/[#|*[\]<>!_]/.test(each));
  const verified = await call("check_draft", {
    quotes: [{ document_id, quote: line?.slice(0, 30) }],
    max_credits: 0,
  });
  expect(verified["quotes"]).toMatchObject([{ verdict: expect.stringMatching(/^(?:found|ambiguous)$/) }]);

  await page.goto(`/documents/${document_id}/sections/${encodeURIComponent(section_id)}`);
  await expect(page.locator("[data-filled] :is(p, td)").first()).toBeVisible();
  await page.goto("/library/spending");
  await expect(page.getByText("by notebook · Reading").first()).toBeVisible();
  await page.goto("/account/agents");
  await page.getByRole("button", { name: "Revoke the token notebook" }).click();
  await page.getByRole("button", { name: "Revoke for good?" }).click();
  await expect(page.getByText("stopped by you")).toBeVisible();
  await expect(call("ledger", {})).rejects.toThrow();
});
