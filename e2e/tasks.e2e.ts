import { expect, type Locator, type Page, test } from "@playwright/test";
import { newReader } from "./access.ts";
import { creditsLeft, type DocumentLike, free, type TocLike } from "./market.ts";
import { webUrl } from "./ports.ts";

/** The clicks that an analyst may need for each of ten tasks. Typing costs none, nor does the Enter that ends it. */
const budgets = {
  "risks of the last annual report": 3,
  "what changed in them": 2,
  "a topic over the market, one hit in context": 3,
  "five years into a sheet": 4,
  "dividends by asking": 3,
  "a quote to a colleague": 1,
  "news to its source": 2,
  "a morning's look at an issuer": 1,
  "a basket": 4,
  "spending by project": 2,
} as const;

const risks = "事業等のリスク";
const project = "Machinery";

class Analyst {
  readonly page: Page;
  readonly rows: string[] = [];
  #clicks = 0;

  constructor(page: Page) {
    this.page = page;
  }

  async click(control: Locator): Promise<void> {
    this.#clicks += 1;
    await control.click();
  }

  /** Does a task and holds its clicks to their number; what it cost is the service's own count. */
  async task(name: keyof typeof budgets, credits: number, steps: () => Promise<void>): Promise<void> {
    this.#clicks = 0;
    const before = await creditsLeft(this.page.request);
    await steps();
    const spent = before - (await creditsLeft(this.page.request));
    const words = (await this.page.locator("body").innerText()).match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    this.rows.push(`${name}: ${this.#clicks} clicks, ${spent} credits, ${words} words on the last page`);
    expect(this.#clicks, name).toBe(budgets[name]);
    expect(spent, name).toBeLessThanOrEqual(credits);
  }
}

/** The newest annual report of an issuer that has an earlier one too, and one of another issuer. */
async function reportsOf(page: Page): Promise<readonly [DocumentLike, DocumentLike]> {
  const { documents } = await free<{ documents: DocumentLike[] }>(
    page.request,
    "/documents?timeline_since=2000-01-01&document_types=annual_securities_report&limit=100",
  );
  const ready: DocumentLike[] = [];
  for (const each of documents) {
    // Other tests file short ones.
    if (each.content_status !== "ready" || each.superseded_by_document_id !== null) continue;
    const { toc } = await free<TocLike>(page.request, `/documents/${each.document_id}/toc`);
    if (toc.length > 20) ready.push(each);
    if (ready.length > 8) break;
  }
  const first = ready.find((each) => documents.filter((one) => one.security_code === each.security_code).length > 1);
  const other = ready.find((each) => each.security_code !== first?.security_code);
  if (first === undefined || other === undefined) throw new Error("the sample market has no two annual reports");
  return [first, other];
}

test("ten tasks of an analyst take the clicks that they may", async ({ browser }) => {
  test.setTimeout(150_000);
  const reader = new Analyst(await newReader(browser));
  const { page } = reader;
  const [report, other] = await reportsOf(page);
  const main = page.getByRole("main");
  const tab = (name: string) =>
    page.getByRole("navigation", { name: "Views of the document" }).getByRole("link", { name });
  const place = (name: string) => page.getByRole("navigation", { name: "Main" }).getByRole("link", { name });

  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await reader.task("risks of the last annual report", 4, async () => {
    await page.keyboard.press("/");
    await page.keyboard.type(`${report.security_code} annual`);
    await expect(page.getByRole("option", { name: report.title }).first()).toBeVisible();
    await reader.click(page.getByRole("option", { name: report.title }).first());
    await reader.click(main.getByRole("link", { name: risks }).first());
    await expect(page).toHaveURL(/\/sections\//);
    await reader.click(main.locator(".buy").first());
    await expect(main.locator(".prose").first()).toBeVisible();
  });

  await reader.task("a quote to a colleague", 0, async () => {
    const words = main.locator("[data-filled] p").first();
    await words.evaluate((element) => getSelection()?.selectAllChildren(element));
    await reader.click(page.getByRole("toolbar").getByRole("button", { name: "Copy link" }));
  });

  await reader.task("what changed in them", 4, async () => {
    await reader.click(main.getByRole("link", { name: "Changes", exact: true }));
    await expect(page).toHaveURL(/\/changes/);
    await reader.click(main.locator(".buy").first());
    await expect(page.locator("[data-redline]").locator("ins, del").first()).toBeVisible();
  });

  await reader.task("five years into a sheet", 8, async () => {
    await reader.click(tab("Figures"));
    await reader.click(main.getByRole("button", { name: /Get the figures/ }));
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Label for purchases").fill(project);
    await reader.click(dialog.getByRole("button", { name: /Get the figures/ }));
    const download = page.waitForEvent("download");
    await reader.click(main.getByRole("link", { name: "Excel" }));
    await download;
  });

  await reader.task("a topic over the market, one hit in context", 1, async () => {
    await reader.click(place("Ask"));
    await page.getByLabel("Question or keywords").fill("為替");
    await reader.click(main.locator("form .buy"));
    await reader.click(main.locator("[data-hit]").first());
    await expect(page.getByRole("navigation", { name: "Passages found" })).toContainText("1 of");
  });

  await reader.task("dividends by asking", 8, async () => {
    await reader.click(place("Ask"));
    await reader.click(main.getByRole("link", { name: "Answer within a budget" }));
    const question = page.getByRole("textbox", { name: "Question", exact: true });
    await question.fill(`${report.security_code}の1株当たり配当額はいくらか`);
    await question.press("Enter");
    await reader.click(page.getByRole("button", { name: /^Answer (?:it|from)/ }));
    await expect(page.getByRole("heading", { name: "Passages" })).toBeVisible();
  });

  await page.goto("/read/news");
  await page.waitForLoadState("networkidle");
  await reader.task("news to its source", 1, async () => {
    await page.getByLabel("Words to search news for").fill("売上高");
    await reader.click(main.locator("form .buy"));
    await reader.click(main.locator('article a[href^="/documents/"], li a[href^="/documents/"]').first());
    await expect(page).toHaveURL(/\/documents\//);
  });

  const change = { headers: { origin: webUrl, "sec-fetch-site": "same-origin" } };
  const followed = { security_code: other.security_code, name: "W", name_en: null };
  await page.request.put("/api/watches", { ...change, data: followed });
  await page.goto("/");
  await reader.task("a morning's look at an issuer", 0, async () => {
    await reader.click(main.locator('a[href^="/documents/"]').first());
    await expect(page).toHaveURL(/\/documents\//);
  });

  const { toc } = await free<TocLike>(page.request, `/documents/${other.document_id}/toc`);
  const sections = toc.filter(({ level, character_count: size }) => level >= 2 && size > 300).slice(0, 2);
  await reader.task("a basket", 8, async () => {
    for (const { section_id } of sections) {
      await page.goto(`/documents/${other.document_id}/sections/${encodeURIComponent(section_id)}`);
      await page.waitForLoadState("networkidle");
      await reader.click(main.getByRole("button", { name: "Add to basket" }).first());
    }
    await reader.click(page.locator(".basket-count"));
    await reader.click(page.getByRole("dialog", { name: "Basket" }).locator("button[data-paid]"));
    await expect(page.getByRole("heading", { name: "Basket bought" })).toBeVisible();
  });

  await reader.task("spending by project", 0, async () => {
    await page.goto("/");
    await reader.click(place("Library"));
    await reader.click(main.getByRole("link", { name: "Spending" }).first());
    await expect(page.getByRole("region", { name: "By label" })).toContainText(project);
  });
  process.stdout.write(`${reader.rows.join("\n")}\n`);
  await page.context().close();
});
