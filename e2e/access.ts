import { execFileSync, spawnSync } from "node:child_process";
import path from "node:path";
import { type APIRequestContext, type Browser, expect, type Page, request as requests } from "@playwright/test";
import { dataFolder, webUrl } from "./ports.ts";

/** A key of the embedded service that this web app has never seen. */
export function newKey(credits = 5): { readonly key: string; readonly id: string } {
  return JSON.parse(hiraku("keys", "create", "--name", "colleague", "--credits", String(credits), "--json"));
}

/** A page of a reader of their own, so that what others spend meanwhile is not in the sums. */
export async function newReader(browser: Browser, key = newKey(60).key): Promise<Page> {
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] }, baseURL: webUrl });
  const page = await context.newPage();
  await page.goto("/sign-in");
  await page.getByLabel("API key").fill(key);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeVisible();
  return page;
}

/** Runs a command on the data folder of the running programs. */
export function hiraku(...args: string[]): string {
  const root = path.resolve(import.meta.dirname, "..");
  const env = { ...process.env, HIRAKU_DATA: path.join(dataFolder, "own") };
  return execFileSync(process.execPath, ["cli/main.ts", ...args], { cwd: root, env, encoding: "utf8" });
}

/** The same, for an owner with a token of theirs, whatever it ends with. */
export function hirakuFor(token: string, ...args: string[]) {
  const root = path.resolve(import.meta.dirname, "..");
  const env = { ...process.env, HIRAKU_MCP_URL: `${webUrl}/api/mcp`, HIRAKU_MCP_TOKEN: token };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["cli/main.ts", ...args], {
    ...{ cwd: root, env, encoding: "utf8" },
  });
  return { status, stdout, stderr };
}

export async function browserWithoutSession(): Promise<APIRequestContext> {
  return requests.newContext({ baseURL: webUrl, storageState: { cookies: [], origins: [] } });
}

/** Posts the form as the page would, and returns the redirect's target. */
export async function signIn(browser: APIRequestContext, key: string): Promise<URL> {
  const page = await (await browser.get("/sign-in")).text();
  const csrfToken = /name="csrfToken" value="([0-9a-f]+)"/.exec(page)?.[1] ?? "";
  const answer = await browser.post("/api/auth/callback/api-key", {
    form: { csrfToken, callbackUrl: "/", key },
    headers: { origin: webUrl, "sec-fetch-site": "same-origin" },
    maxRedirects: 0,
  });
  return new URL(answer.headers()["location"] ?? "", webUrl);
}
