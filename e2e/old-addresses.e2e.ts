import { expect, test } from "@playwright/test";

const words = "%E5%A3%B2%E4%B8%8A%E9%AB%98";

/** What people have shared, and where it leads now. */
const leadsTo = {
  "/documents": "/read",
  "/documents?since=2000-01-01&family=edinet_filing": "/read?since=2000-01-01&family=edinet_filing",
  "/news": "/read/news",
  [`/news?q=${words}&code=7203`]: `/read/news?q=${words}&code=7203`,
  // What no interface takes as words is still a form that says so.
  "/news?q=%00&code=7203&code=6501": "/read/news?q=%00&code=7203&code=6501",
  "/documents?q=a%26b%3Dc&type=x%2Cy&since=": "/read?q=a%26b%3Dc&type=x%2Cy&since=",
  "/r/a%2Fb?x=%2F": "/check/a%2Fb?x=%2F",
  "/search": "/ask",
  [`/search?q=${words}&match=lexical&code=7203&code=6501`]: `/ask?q=${words}&match=lexical&code=7203&code=6501`,
  [`/ask?question=${words}&issuer=7203&budget=8`]: `/ask/answer?question=${words}&issuer=7203&budget=8`,
  "/ask?issuer=7203": "/ask/answer?issuer=7203",
  "/verify": "/check",
  "/r/receipt_1": "/check/receipt_1",
  "/library/ledger": "/library/spending",
  "/library/ledger?month=2026-10&row=intent-1": "/library/spending?month=2026-10&row=intent-1",
};

test("every old address leads to its new one with all that it said, and only once", async ({ page }) => {
  for (const [old, now] of Object.entries(leadsTo)) {
    const answer = await page.request.get(old, { maxRedirects: 0 });
    expect(answer.status(), old).toBe(307);
    const location = new URL(answer.headers()["location"] ?? "", "http://localhost");
    expect(location.pathname + location.search, old).toBe(now);
    expect((await page.request.get(now, { maxRedirects: 0 })).status(), now).toBe(200);
  }
});
