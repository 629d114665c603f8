import type { Page } from "playwright";
import { type View, views } from "../views.ts";
import type { LookMarket } from "./market.ts";

/** One thing to be looked at: where it is, and what is done there before the picture is taken. */
export interface Subject {
  readonly name: string;
  readonly address: string;
  readonly signedOut?: boolean;
  readonly act?: (page: Page) => Promise<void>;
}

/** The other ways: a tablet's width, at which panes give way, and paper. */
export const variants: readonly (View & { readonly paper?: boolean })[] = [
  ...views,
  { name: "en-light-1024", locale: "en", theme: "light", width: 1024 },
  { name: "ja-dark-1024", locale: "ja", theme: "dark", width: 1024 },
  { name: "en-paper", locale: "en", theme: "light", width: 720, paper: true },
  { name: "ja-paper", locale: "ja", theme: "light", width: 720, paper: true },
];

const press = (key: string) => async (page: Page) => {
  await page.keyboard.press(key);
};
const dialog = async (page: Page) => {
  await page.locator("[role=dialog], dialog[open]").first().waitFor({ timeout: 5_000 });
};

/** As a mouse does over the first paragraph of the text. */
export async function selectWords(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    // Owned sections above may have been filled meanwhile; their text is out of sight.
    const paragraph = [...document.querySelectorAll("[data-filled] :is(p, td)")].find((each) => {
      const { left, right, top, bottom } = each.getBoundingClientRect();
      // Not what is scrolled under the tools: the menu waits until it is in view.
      const inView =
        top >= 0 && bottom < innerHeight && document.elementFromPoint((left + right) / 2, top + 1) === each;
      return inView && (each.textContent ?? "").trim().length > 4;
    });
    if (paragraph !== undefined) getSelection()?.selectAllChildren(paragraph);
    return paragraph !== undefined;
  });
}

async function checkMemo(page: Page, memo: string): Promise<void> {
  const file = { name: "memo.md", mimeType: "text/markdown", buffer: Buffer.from(memo) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.locator("[id^=verdict-]").first().waitFor({ timeout: 15_000 });
  await page.keyboard.press("n");
}

async function seePlan(page: Page): Promise<void> {
  await page.locator("form button[type=submit]").last().click();
  // Where all of it is owned, by the answer of an earlier picture, nothing in the plan has a price.
  await page.locator("[data-plan]").waitFor({ timeout: 15_000 });
}

export function subjectsOf(market: LookMarket): readonly Subject[] {
  const bought = `/documents/${market.bought}`;
  const section = (id: string) => `${bought}/sections/${encodeURIComponent(id)}`;
  return [
    { name: "sign-in", address: "/sign-in", signedOut: true },
    { name: "sign-in-refused", address: "/sign-in?error=CredentialsSignin", signedOut: true },
    { name: "desk", address: "/" },
    { name: "issuer", address: `/issuers/${market.securityCode}` },
    { name: "issuer-unknown", address: "/issuers/0000" },
    { name: "documents", address: "/read?since=2000-01-01" },
    { name: "documents-none", address: "/read?since=2000-01-01&until=2000-01-02" },
    { name: "document", address: `/documents/${market.untouched}` },
    {
      name: "document-chosen",
      address: `/documents/${market.untouched}`,
      act: async (page) => {
        const boxes = page.getByRole("main").locator("input[type=checkbox]");
        for (const at of [1, 2, 3]) if ((await boxes.count()) > at) await boxes.nth(at).check();
      },
    },
    {
      name: "basket",
      address: `/documents/${market.untouched}`,
      act: async (page) => {
        const boxes = page.getByRole("main").locator("input[type=checkbox]");
        for (const at of [1, 2, 3]) if ((await boxes.count()) > at) await boxes.nth(at).check();
        await page.locator(".total .collect").click();
        await page.locator(".basket-count").click();
        await page.locator(".drawer .total").waitFor({ timeout: 5_000 });
      },
    },
    { name: "changes", address: `/documents/${market.amended}/changes` },
    { name: "changes-owned", address: `/documents/${market.compared}/changes` },
    { name: "changes-side", address: `/documents/${market.compared}/changes?view=side` },
    { name: "figures", address: `/documents/${market.compared}/figures` },
    { name: "figures-unbought", address: `/documents/${market.untouched}/figures` },
    { name: "document-bought", address: bought },
    { name: "document-pending", address: `/documents/${market.pending}` },
    { name: "document-pages-only", address: `/documents/${market.pagesOnly}` },
    { name: "document-amended", address: `/documents/${market.amended}` },
    { name: "document-none", address: "/documents/NO-SUCH-DOCUMENT" },
    {
      name: "share",
      address: bought,
      act: async (page) => {
        await page.getByRole("main").locator("button[aria-haspopup=dialog]").first().click();
        await dialog(page);
      },
    },
    { name: "section", address: section(market.textSection) },
    { name: "section-tables", address: section(market.tableSection) },
    { name: "section-unbought", address: section(market.unboughtSection) },
    { name: "section-contents", address: section(market.textSection), act: press("o") },
    { name: "section-find", address: section(market.textSection), act: press("Control+f") },
    { name: "pages", address: `${bought}/pages` },
    {
      name: "pages-chosen",
      address: `/documents/${market.untouched}/pages`,
      act: async (page) => {
        await page.getByRole("option").nth(4).click();
        await page.getByRole("option").nth(5).click();
      },
    },
    { name: "files", address: `${bought}/originals` },
    { name: "page", address: `${bought}/pages/1` },
    { name: "page-unbought", address: `/documents/${market.untouched}/pages/1` },
    { name: "original", address: `${bought}/originals/${encodeURIComponent(market.original)}` },
    { name: "search", address: "/ask" },
    { name: "search-hits", address: "/ask?q=%E5%A3%B2%E4%B8%8A%E9%AB%98&match=lexical" },
    {
      name: "search-hit-opened",
      address: "/ask?q=%E5%A3%B2%E4%B8%8A%E9%AB%98&match=lexical",
      act: async (page) => {
        await page.locator("[data-row]:not(:has(.seal)) [data-hit]").first().click();
        await page
          .getByRole("navigation")
          .filter({ has: page.locator(".seg") })
          .waitFor({ timeout: 10_000 });
      },
    },
    { name: "search-unasked", address: "/ask?q=%E9%85%8D%E5%BD%93&match=lexical" },
    { name: "news", address: "/read/news" },
    { name: "news-hits", address: "/read/news?q=%E5%A3%B2%E4%B8%8A%E9%AB%98" },
    { name: "news-one", address: market.newsId },
    { name: "library", address: "/library" },
    { name: "library-searched", address: "/library?q=%E5%A3%B2%E4%B8%8A%E9%AB%98" },
    { name: "ledger", address: "/library/spending" },
    { name: "proofs", address: "/library/proofs" },
    {
      name: "ledger-filters",
      address: "/library/spending",
      act: async (page) => {
        const buttons = page.getByRole("main").locator("button[aria-expanded=false]");
        for (let left = await buttons.count(); left > 0; left--) await buttons.first().click();
        const row = page.getByRole("main").locator("tbody tr:visible").last();
        if ((await row.count()) > 0) await row.hover({ force: true, timeout: 5_000 });
      },
    },
    { name: "account", address: "/account" },
    { name: "ask-plan", address: market.question, act: seePlan },
    {
      name: "ask-answer",
      address: market.question,
      act: async (page) => {
        await seePlan(page);
        await page.locator("[data-plan] ~ .total button").click();
        const sure = page.getByRole("dialog").locator("button[data-paid], .btn.go, .buy").last();
        await sure.click({ timeout: 3_000 }).catch(() => undefined);
        await page.waitForURL(/\/ask\/[\w-]{8,}/, { timeout: 20_000 });
        await page.locator("[id^=passage-], main table").first().waitFor({ timeout: 20_000 });
      },
    },
    {
      name: "ask-figures",
      address: market.figureQuestion,
      act: async (page) => {
        await page.locator("form button[type=submit]").last().click();
        await page.locator("[data-plan] ~ .total button").click({ timeout: 15_000 });
        await page.locator("[data-facts]").waitFor({ timeout: 20_000 });
      },
    },
    { name: "check-draft", address: "/ask/check" },
    { name: "check-draft-checked", address: "/ask/check", act: (page) => checkMemo(page, market.memo) },
    {
      name: "check-draft-stored",
      address: "/ask/check",
      act: async (page) => {
        await checkMemo(page, market.memo);
        await page.getByRole("main").locator("section button.btn").last().click();
        await page.getByRole("main").locator('a[href*="/proof"]').first().waitFor({ timeout: 15_000 });
      },
    },
    { name: "check", address: "/check" },
    { name: "mail-end", address: "/mail?do=end&token=none", signedOut: true },
    { name: "mail-ended", address: "/mail?outcome=ended", signedOut: true },
    { name: "check-signed-out", address: "/check", signedOut: true },
    {
      name: "selection",
      address: section(market.textSection),
      act: async (page) => {
        await selectWords(page);
        await page.getByRole("toolbar").waitFor({ timeout: 5_000 });
      },
    },
    {
      name: "receipt",
      address: section(market.textSection),
      act: async (page) => {
        await selectWords(page);
        await page.getByRole("toolbar").getByRole("button").last().click();
        await page.waitForURL(/\/check\//);
      },
    },
    { name: "no-such-page", address: "/no-such-page" },
    {
      name: "lookup",
      address: "/",
      act: async (page) => {
        await page.getByRole("combobox").first().fill(market.securityCode.slice(0, 1));
        await page.getByRole("option").first().waitFor({ timeout: 5_000 });
      },
    },
    { name: "help", address: "/", act: async (page) => (await press("?")(page), await dialog(page)) },
    {
      name: "palette",
      address: "/",
      act: async (page) => {
        await press("Control+k")(page);
        await page.getByRole("option").first().waitFor({ timeout: 5_000 });
      },
    },
    { name: "credits", address: "/", act: async (page) => (await press("b")(page), await dialog(page)) },
    {
      name: "confirm",
      address: `/documents/${market.untouched}`,
      act: async (page) => {
        const controls = page.getByRole("main").locator("button[data-paid]:visible");
        if ((await controls.count()) === 0) return;
        await controls.first().click();
        await dialog(page);
      },
    },
  ];
}
