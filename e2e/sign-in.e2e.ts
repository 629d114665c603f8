import { execFileSync } from "node:child_process";
import path from "node:path";
import { type APIRequestContext, expect, request as requests, test } from "@playwright/test";
import { dataFolder, webUrl } from "./ports.ts";

/** A key of the embedded service that this web app has never seen. */
function newKey(): string {
  const root = path.resolve(import.meta.dirname, "..");
  const args = ["cli/main.ts", "keys", "create", "--name", "colleague", "--credits", "5", "--json"];
  const env = { ...process.env, HIRAKU_DATA: path.join(dataFolder, "own") };
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, env, encoding: "utf8" })).key;
}

async function browserWithoutSession(): Promise<APIRequestContext> {
  return requests.newContext({ baseURL: webUrl, storageState: { cookies: [], origins: [] } });
}

/** Posts the form as the page would, and returns where it leads. */
async function signIn(browser: APIRequestContext, key: string): Promise<URL> {
  const page = await (await browser.get("/sign-in")).text();
  const csrfToken = /name="csrfToken" value="([0-9a-f]+)"/.exec(page)?.[1] ?? "";
  const answer = await browser.post("/api/auth/callback/api-key", {
    form: { csrfToken, callbackUrl: "/", key },
    headers: { origin: webUrl, "sec-fetch-site": "same-origin" },
    maxRedirects: 0,
  });
  return new URL(answer.headers()["location"] ?? "", webUrl);
}

const wrongKey = (index: number) => `hk_wrong${String(index).padStart(37, "0")}`;

test("a valid key signs in at once while somebody behind the same address guesses", async () => {
  const guesser = await browserWithoutSession();
  const told: (string | null)[] = [];
  for (let index = 0; index < 5; index++) {
    const target = await signIn(guesser, wrongKey(index));
    expect(target.searchParams.get("error")).toBe("invalid_api_key");
    told.push(target.searchParams.get("left") ?? target.searchParams.get("wait"));
  }
  expect(told.slice(0, 4)).toEqual(["4", "3", "2", "1"]);
  expect(Number(told[4])).toBeGreaterThan(50);

  // Answers to these are held back for seconds.
  const guesses = [5, 6, 7, 8, 9, 10].map((index) => signIn(guesser, wrongKey(index)));
  let answered = 0;
  for (const guess of guesses) void guess.then(() => answered++);
  const colleague = await browserWithoutSession();
  expect((await signIn(colleague, newKey())).pathname).toBe("/");
  expect((await colleague.get("/account", { maxRedirects: 0 })).status()).toBe(200);
  expect(answered).toBeLessThan(guesses.length);
  for (const guess of guesses) expect((await guess).searchParams.get("error")).toBe("invalid_api_key");
});

test("a wait is counted down in words, and a screen reader hears it once", async ({ browser }) => {
  const page = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  await page.goto(`${webUrl}/sign-in?error=invalid_api_key&wait=59`);
  const timer = page.getByRole("timer");
  await expect(timer).toContainText(/5[0-8] seconds/);
  await expect(timer).toHaveAttribute("aria-live", "off");
  await page.goto(`${webUrl}/sign-in?error=too_many_attempts&wait=1`);
  await expect(timer).toHaveText("You can try again now.");
});
