import { expect, test } from "@playwright/test";
import { browserWithoutSession, newKey, signIn } from "./access.ts";
import { webUrl } from "./ports.ts";

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
  expect((await signIn(colleague, newKey().key)).pathname).toBe("/");
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
