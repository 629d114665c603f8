import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { browserWithoutSession } from "./access.ts";
import { selectWords } from "./look/pictures.ts";
import { creditsLeft, findMarket, free, smallSection, type TocLike } from "./market.ts";

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-receipt-"));

/** Runs the file that every installation offers, as a stranger would. */
async function verifyOffline(files: Readonly<Record<string, Uint8Array>>, ...options: string[]): Promise<string> {
  const stranger = await browserWithoutSession();
  writeFileSync(path.join(folder, "verify.mjs"), await (await stranger.get("/verify.mjs")).body());
  writeFileSync(
    path.join(folder, "keys.json"),
    await (await stranger.get("/.well-known/hiraku-receipt-keys.json", { maxRedirects: 0 })).body(),
  );
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, name), bytes);
  return execFileSync(process.execPath, ["verify.mjs", ...Object.keys(files), ...options], {
    cwd: folder,
    encoding: "utf8",
  });
}

test("selected words get a receipt for nothing, which a stranger checks offline and in the browser", async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const found = await findMarket(request);
  const { document_id } = found.another;
  const { toc } = await free<TocLike>(request, `/documents/${document_id}/toc`);
  const address = `/documents/${document_id}/sections/${encodeURIComponent(smallSection(toc)?.section_id ?? "")}`;
  await page.goto(address);
  const text = page.locator("[data-filled] :is(p, td)").first();
  const buy = page.getByRole("main").locator(".buy").first();
  await expect(buy.or(text).first()).toBeVisible();
  // Beside an owned text the first price is that of what comes before or after it.
  if (!(await text.isVisible())) await buy.click();
  await expect(text).toBeVisible();
  const before = await creditsLeft(request);

  await selectWords(page);
  await page.getByRole("toolbar").getByRole("button", { name: "Proof", exact: true }).click();
  await page.waitForURL(/\/check\/[\w-]+$/);
  const words = (await page.locator("blockquote").textContent()) ?? "";
  expect(words.length).toBeGreaterThan(4);
  const facts = await page.locator("dl.facts").innerText();
  expect(facts).toMatch(/Delivered\s+\d{4}-\d\d-\d\d \d\d:\d\d JST/);
  expect(facts).not.toContain("出典");
  const id = page.url().split("/").at(-1) ?? "";
  await page.goto("/library/proofs");
  const listed = page.getByRole("table").getByRole("link").first();
  await expect(listed).toHaveText(words);
  await expect(listed).toHaveAttribute("href", `/check/${id}`);
  const receipt = await (await request.get(`/api/receipts/${id}`)).body();
  const record = JSON.parse(receipt.toString()) as { delivered: { sha256: string }; ledger: { entry: string } };

  const { items } = (await (await request.get("/api/library")).json()) as { items: { artifact_id: string }[] };
  const bodies = await Promise.all(
    items.map(async (each) => (await request.get(`/api/owned/artifacts/${each.artifact_id}`)).body()),
  );
  const hash = async (bytes: Uint8Array<ArrayBuffer>) =>
    Buffer.from(await crypto.subtle.digest("SHA-256", bytes)).toString("hex");
  const hashes = await Promise.all(bodies.map((each) => hash(Uint8Array.from(each))));
  const delivered = bodies[hashes.indexOf(record.delivered.sha256)];
  if (delivered === undefined) throw new Error("the delivered file is not in the library");
  const said = await verifyOffline({ "receipt.json": receipt, "delivered.json": delivered }, "--key", "keys.json");
  expect(said).toContain("signed by the key that was given");
  expect(said).toContain("the delivered file holds these words");
  await expect(
    verifyOffline({ "receipt.json": Buffer.from(receipt.toString().replace(words, `${words}。`)) }),
  ).rejects.toThrow(/signature does not fit/);

  const stranger = await browser.newContext({ baseURL: baseURL ?? "", storageState: { cookies: [], origins: [] } });
  const theirs = await stranger.newPage();
  await theirs.goto("/check");
  await theirs.getByRole("textbox").fill(receipt.toString());
  await theirs.getByRole("button", { name: "Check", exact: true }).click();
  await expect(theirs.getByText("Signed by this installation.")).toBeVisible();
  expect((await stranger.request.get(`/api/receipts/${id}`)).status()).toBe(401);
  await stranger.close();

  const reports = await request.get(
    "/api/v1/documents?timeline_since=2020-01-01&document_types=annual_securities_report",
  );
  const { documents } = (await reports.json()) as { documents: { document_id: string; content_status: string }[] };
  const others = documents.filter((each) => each.content_status === "ready" && each.document_id !== document_id);
  const unread = others.at(-1)?.document_id ?? "";
  await page.goto("/check");
  await page
    .getByLabel(/Paste up to 20 quotes/)
    .fill(`「${words}」\n${baseURL ?? ""}${address}\n\n「鑿の言葉」\n${baseURL ?? ""}/documents/${unread}`);
  await page.getByRole("button", { name: "Check", exact: true }).last().click();
  await expect(page.getByText("1 of 2 found")).toBeVisible();
  await page.getByRole("button", { name: "Ask the service · 0 credits" }).click();
  await expect(page.getByText("too short for text that is not owned")).toBeVisible();
  expect(await creditsLeft(request)).toBe(before);
});
