import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { jstDate } from "../lib/contract/dates.ts";
import { edinetKey, listKey, sourceDetail } from "../service/domain/market/records.ts";
import { openStore } from "../service/storage/open-store.ts";
import { makeRecord } from "../service/storage/testing/make-record.ts";
import { hiraku, newKey } from "./access.ts";
import { dataFolder, webUrl } from "./ports.ts";

const data = path.join(dataFolder, "own");
interface Key {
  readonly id: string;
  readonly name: string | null;
}
const newOperator = (): { readonly key: string; readonly id: string } =>
  JSON.parse(hiraku("keys", "create", "--operator", "--name", "night watch", "--json"));
const section = (page: Page, head: string) => page.locator(`section[aria-labelledby=${head}-head]`);
const sessionOf = async (context: BrowserContext) =>
  (await context.cookies()).find(({ name }) => name === "hiraku-operator");

/** A market that followed EDINET until a moment ago and lacks a day, with one document set aside. */
async function followMarket(): Promise<() => void> {
  const store = openStore(data);
  const now = Date.now();
  const [today, before] = [jstDate(now), jstDate(now - 2 * 86_400_000)];
  const detail = JSON.stringify({ readAtMs: now, rows: 1, highest: 1, unreadable: 0 });
  const titles = JSON.stringify({ filerName: "見本工業株式会社", docDescription: "有価証券報告書" });
  await store.ingestRecords().put([
    makeRecord(edinetKey, { kind: "source", state: "done", detail: sourceDetail(before) }),
    makeRecord(listKey(today), { kind: "list", state: "done", day: today, detail }),
    makeRecord("S100E2E0", {
      ...{ state: "set_aside", detail: titles, attempts: 4, reason: "download_failed", message: "EDINET answers 500." },
    }),
  ]);
  return () => {
    store.db.exec("DELETE FROM ingest_items WHERE kind IN ('source', 'list') OR key = 'S100E2E0'");
    store.close();
  };
}

test("an operator looks after market, keys and credits, by a key of their own", async ({ browser }) => {
  test.slow();
  const operator = newOperator();
  const reader = newKey(7);
  const leaveMarket = await followMarket();
  const context = await browser.newContext({ baseURL: webUrl, storageState: { cookies: [], origins: [] } });
  const page = await context.newPage();
  try {
    await page.goto("/operator");
    await page.getByLabel("Operator’s key").fill(reader.key);
    await page.getByRole("button", { name: "Open" }).click();
    await expect(page.getByRole("alert").filter({ hasText: "no valid operator’s key" })).toBeVisible();
    await page.getByLabel("Operator’s key").fill(operator.key);
    await page.keyboard.press("Enter");
    await expect(section(page, "market")).toContainText("Days missing");
    expect(await sessionOf(context)).toMatchObject({ httpOnly: true, sameSite: "Strict", path: "/" });
    const answer = await page.goto("/operator");
    expect(answer?.headers()["cache-control"]).toMatch(/no-store.*no-transform/);
    expect(answer?.headers()["content-encoding"]).toBeUndefined();
    await expect(section(page, "health")).toContainText("works");

    const aside = section(page, "aside").getByRole("listitem").filter({ hasText: "S100E2E0" });
    await expect(aside).toContainText("4 attempts");
    await aside.getByRole("button", { name: "Try again: S100E2E0" }).click();
    await expect(page.getByRole("status").filter({ hasText: "It is tried again" })).toBeVisible();
    await expect(aside).toContainText("0 attempts");

    const form = page.getByRole("form", { name: "Make a key" });
    await form.getByLabel("Name").fill("analyst");
    await form.getByLabel("Operator’s key").fill(reader.key);
    await form.getByRole("button", { name: "Make a key" }).click();
    await expect(form.getByRole("alert")).toContainText("no valid operator’s key");
    await form.getByLabel("Operator’s key").fill(operator.key);
    await form.getByRole("button", { name: "Make a key" }).click();
    const made = (await form.locator("code").innerText()).trim();
    expect(made).toMatch(/^hk_[0-9A-Za-z]{40}$/);
    await expect(section(page, "keys")).toContainText("analyst");
    expect(await (await context.request.get("/operator")).text(), "a secret is shown once").not.toContain(made);
    await page.reload();
    await expect(page.locator("body")).not.toContainText(made);

    const mine = section(page, "keys").getByRole("listitem").filter({ hasText: reader.id });
    await mine.getByText("Usage, credits, revoke").focus();
    await page.keyboard.press("Enter");
    await mine.getByLabel("Credits", { exact: true }).fill("5");
    await mine.getByLabel("Operator’s key, once more").fill(operator.key);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("status").filter({ hasText: "The credits were granted." })).toBeVisible();
    await expect(mine).toContainText("of 12");
    await mine.getByText("Usage, credits, revoke").click();
    await mine.getByRole("button", { name: "Revoke the key" }).click();
    await expect(mine).toContainText("revoked 20");
    const log = section(page, "log").getByRole("listitem");
    await expect(log.nth(0)).toContainText(/key revoked.*by op_\w+\s· from (?:127\.0\.0\.1|::1)/s);
    await expect(log.filter({ hasText: "credits granted · 5" }).filter({ hasText: reader.id })).toBeVisible();

    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    await page.getByRole("button", { name: "日本語" }).click();
    await expect(page.getByRole("heading", { name: "変更の記録" })).toBeVisible();

    const cookie = await sessionOf(context);
    await page.getByRole("button", { name: "セッションを終える" }).click();
    await expect(page.getByRole("status")).toContainText("セッションを終えました");
    if (cookie !== undefined) await context.addCookies([cookie]);
    await page.goto("/operator");
    await expect(page.getByLabel("運用キー")).toBeVisible();
    // Before anybody has signed in, readers see how fresh the market is, and that a day is missing.
    // An answer from before stands for half a minute.
    await expect(async () => {
      await page.goto("/sign-in");
      await expect(page.getByText(/EDINETは本日\d\d:\d\dまで/)).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 40_000 });
    await expect(page.getByText(/日分が未取得/)).toBeVisible();
  } finally {
    leaveMarket();
    await context.close();
  }
});

test("a reader's session and another site open and change nothing of the operator's", async ({ page, request }) => {
  const operator = newOperator();
  const { id } = newKey();
  const name = "made by a stranger";
  // Other tests make keys meanwhile.
  const mine = () =>
    (JSON.parse(hiraku("keys", "list", "--json")) as Key[]).filter((each) => each.id === id || each.name === name);
  const before = mine();
  const form = { key_id: id, name, credits: "5", operator_key: operator.key, change_id: crypto.randomUUID() };
  const own = { origin: webUrl, "sec-fetch-site": "same-origin" };
  for (const address of ["credits", "revoke", "try-again", "keys", "sign-out", "sign-in"]) {
    const evil = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
    const target = `/api/operator/${address}`;
    expect((await request.post(target, { form, headers: evil, maxRedirects: 0 })).status()).toBe(403);
    expect((await request.get(target, { maxRedirects: 0 })).status()).toBe(405);
    if (address === "sign-in") continue;
    expect([303, 401]).toContain((await request.post(target, { form, headers: own, maxRedirects: 0 })).status());
  }
  expect((await request.get("/api/v1/../operator")).status()).toBe(404);
  expect(mine()).toEqual(before);
  expect(before).toHaveLength(1);
  await page.goto("/operator");
  await expect(page.getByLabel("Operator’s key")).toBeVisible();
});
