import { expect, test } from "@playwright/test";
import { creditsLeft, type DocumentLike, findMarket, free } from "./market.ts";

test("an issuer's reports stand by year, and a report is compared with its neighbour of the year", async ({
  page,
  request,
}) => {
  const { annual } = await findMarket(request);
  await page.goto(`/issuers/${annual.security_code}`);
  const years = page.getByRole("region", { name: "Reports by year" });
  await expect(years.getByRole("row").nth(1)).toBeVisible();
  await expect(years.locator(`a[href="/documents/${annual.document_id}"]`)).toHaveText("Annual securities report");
  await page.goto(`/documents/${annual.document_id}/changes`);
  await page.locator("[data-neighbours] a").first().click();
  await expect(page).toHaveURL(/against=/);
  await expect(page.getByText(/^Since Earnings summary/)).toBeVisible();
});

test("holders are read from reports that are bought on the issuer's page, each share a link to its section", async ({
  page,
}) => {
  const { documents } = await free<{ documents: readonly DocumentLike[] }>(
    page.request,
    "/documents?timeline_since=2000-01-01&document_types=large_holding_report&limit=50",
  );
  const report = documents.find((each) => each.content_status === "ready");
  if (report === undefined) throw new Error("the sample market has no large-holding report");
  await page.goto(`/issuers/${report.security_code}`);
  const holders = page.locator("[data-holders]");
  if ((await holders.getAttribute("open")) === null) await holders.locator("summary").click();
  const before = await creditsLeft(page.request);
  await holders.locator(".buy").first().click();
  const share = holders.locator("table a", { hasText: /^\d+\.\d+ %$/ }).first();
  await expect(share).toBeVisible();
  expect(await creditsLeft(page.request)).toBeLessThan(before);
  await share.click();
  await expect(page).toHaveURL(/\/documents\/[^/]+\/sections\//);
});
