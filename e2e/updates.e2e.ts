import { expect, test } from "@playwright/test";
import { browserWithoutSession } from "./access.ts";
import { findMarket } from "./market.ts";
import { webUrl } from "./ports.ts";

const change = { headers: { origin: webUrl, "sec-fetch-site": "same-origin" } };

test("a watch is told on the desk and in a feed that needs no session, until the feed is revoked", async ({
  page,
  request,
}) => {
  const securityCode = (await findMarket(request)).annual.security_code;
  await request.put("/api/watches", { ...change, data: { security_code: securityCode, name: "W", name_en: null } });
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "New in what you follow" })).toBeVisible();

  await page.goto("/account");
  const section = page.getByRole("region", { name: "Feeds and webhooks" });
  await section.getByRole("button", { name: "Make a feed" }).click();
  await expect(section.getByRole("alert")).toContainText("Confirm first");
  await section.getByLabel("About").selectOption({ label: `${securityCode} W` });
  await section.getByLabel("Yes, keep the key").check();
  await section.getByRole("button", { name: "Make a feed" }).click();
  const address = new URL((await section.locator("code").innerText()).trim());

  const reader = await browserWithoutSession();
  const feed = await reader.get(address.pathname);
  expect(feed.status()).toBe(200);
  expect(feed.headers()).toMatchObject({
    "content-type": "application/atom+xml; charset=utf-8",
    "x-robots-tag": "noindex, nofollow",
    "cache-control": "private, no-cache, no-transform",
  });
  expect(feed.headers()["set-cookie"]).toBeUndefined();
  const tag = feed.headers()["etag"] ?? "";
  expect((await reader.get(address.pathname, { headers: { "if-none-match": tag } })).status()).toBe(304);
  expect((await reader.get(`/feeds/${"x".repeat(43)}`)).status()).toBe(404);

  await section.getByRole("button", { name: /^Revoke the feed/ }).click();
  await section.getByRole("button", { name: "Revoke for good?" }).click();
  await expect(section.getByText("No feeds yet.")).toBeVisible();
  expect((await reader.get(address.pathname)).status()).toBe(404);
  await expect(section.getByText("Before the first one")).toBeVisible();
  await request.delete(`/api/watches?security_code=${securityCode}`, change);
});
