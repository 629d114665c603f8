import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { z } from "zod";
import { makeReport } from "../lib/evidence/figures/testing/make-package.ts";
import { hiraku, hirakuFor } from "./access.ts";
import { webUrl } from "./ports.ts";

test("figures are told with their price, bought once, and lead to the text; two reports stand side by side", async ({
  page,
}) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "hiraku-figures-"));
  const reports = { S100ZZZ1: makeReport({ year: 2025, sales: [900, 1000] }), S100ZZZ2: makeReport({ year: 2026 }) };
  const files = Object.entries(reports).map(([id, zip]) => {
    const file = path.join(folder, `${id}.zip`);
    writeFileSync(file, zip);
    return file;
  });
  hiraku("ingest", "package", ...files);

  await page.goto("/documents/S100ZZZ1/figures");
  await expect(page.getByRole("heading", { name: /^[1-9]\d* figures$/ })).toBeVisible();
  await page.getByRole("button", { name: /Get the figures.*8/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Get the figures/ })
    .click();
  await expect(page.getByRole("heading", { name: "Key figures, consolidated" })).toBeVisible();

  // Its workbook is given back: what is newer has its price, and is filled in once it is bought.
  const exported = page.waitForEvent("download");
  await page.getByRole("link", { name: "Excel" }).click();
  await (await exported).saveAs(path.join(folder, "exported.xlsx"));
  await page.goto("/library/figures");
  await page.getByLabel("Choose a workbook").setInputFiles(path.join(folder, "exported.xlsx"));
  await expect(page.getByText("1 newer package that you don’t own: 8 credits for all.")).toBeVisible();
  await page.getByRole("button", { name: /Buy the package.*8/ }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Buy the package/ })
    .click();
  await expect(page.getByText(/[1-9]\d* new figures, .* 0 credits\./)).toBeVisible();
  const refilled = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download the refilled workbook" }).click();
  await (await refilled).saveAs(path.join(folder, "refilled.xlsx"));
  await page.getByLabel("Choose a workbook").setInputFiles(path.join(folder, "refilled.xlsx"));
  await expect(page.getByText("The workbook has all figures of the packages that you own.")).toBeVisible();
  await page.goto("/documents/S100ZZZ2/figures");
  const sales = page.getByRole("row", { name: /Net sales/ });
  await expect(sales).toContainText("1,234");
  await expect(page.getByText("JPY million").first()).toBeVisible();

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Excel" }).click();
  expect(
    readFileSync(await (await download).path())
      .subarray(0, 2)
      .toString("latin1"),
  ).toBe("PK");

  await page.getByRole("link", { name: "Balance sheet" }).click();
  await expect(page.getByText("filer’s own")).toBeVisible();
  await page.getByRole("link", { name: "Compare companies" }).click();
  await expect(page.getByRole("heading", { name: "Figures side by side" })).toBeVisible();
  const joined = page.getByRole("row", { name: /Net sales/ });
  await expect(joined).toContainText("900");
  await expect(joined).toContainText("restated 1,000");
  await expect(page.getByRole("img", { name: /Plot of/ })).toBeVisible();

  // A figure leads to its section, which tells its own price.
  await joined.getByRole("link", { name: /^1,234/ }).click();
  await expect(page).toHaveURL(/\/documents\/S100ZZZ2\/sections\//);
  await expect(page.getByRole("button", { name: /Read section/ }).first()).toBeVisible();

  // The page of the package leads to the figures too.
  await page.goto("/documents/S100ZZZ2/originals/zip");
  await page.getByRole("link", { name: "Figures of this package" }).click();
  await expect(page.getByRole("heading", { name: "Key figures, consolidated" })).toBeVisible();

  // The command does the same as the page, and its purchase waits for a person as any other of a program.
  const latest = path.join(folder, "S100ZZZ3.zip");
  writeFileSync(latest, makeReport({ year: 2027, sales: [950, 1000, 1111, 1234, 1500] }));
  hiraku("ingest", "package", latest);
  const model = path.join(folder, "refilled.xlsx");
  const wanted = { name: "model", scope: "spend", daily_cap: 20, total_cap: 20, days: 1, consent: true };
  const made = await page.request.post("/api/agents", { data: wanted, headers: { origin: webUrl } });
  const { token } = z.object({ token: z.string() }).parse(await made.json());
  const before = readFileSync(model);
  const priced = hirakuFor(token, "refill", model);
  expect(priced.stdout).toContain("Newer packages that you don't own: 1, for 8 credits in all.");
  expect(readFileSync(model).equals(before)).toBe(true);
  const waits = hirakuFor(token, "refill", model, "--max-credits", "8");
  await page.goto(/http:\S+/.exec(waits.stderr)?.[0] ?? "");
  await page.getByRole("button", { name: "Approve 8 credits" }).click();
  await expect(page.getByText("Approved. The program can go on.")).toBeVisible();
  const filled = hirakuFor(token, "refill", model, "--max-credits", "8");
  expect([filled.status, filled.stdout]).toEqual([
    0,
    expect.stringMatching(/Bought for 8 credits\.\n[1-9]\d* new figures/),
  ]);
  expect(readFileSync(model).equals(before)).toBe(false);
  const again = hirakuFor(token, "refill", model, "--max-credits", "8");
  expect(again).toMatchObject({ status: 0, stdout: "0 new figures, 0 said otherwise now, for 0 credits.\n" });
});
