import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createApp } from "./app.ts";
import { purchases, store } from "./running-app.ts";
import { readSettings, settings } from "./settings.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "hiraku-app-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const testSettings = (own: Record<string, string> = {}) =>
  readSettings({ HIRAKU_DATA: folder, HIRAKU_API_URL: "http://127.0.0.1:9", ...own });

/** SQLite removes its log when the last connection is closed, and only then. */
const isStoreOpen = () => existsSync(path.join(folder, "web.db-wal"));

test("an app is there for all of its process until it is disposed of, and leaves nothing open", async () => {
  {
    await using app = await createApp(testSettings());
    expect(store()).toBe(app.store);
    expect(purchases()).toBe(app.purchases);
    expect(settings().dataFolder).toBe(folder);
    expect(isStoreOpen()).toBe(true);
  }
  expect(() => store()).toThrow("No web app");
  expect(isStoreOpen()).toBe(false);
  expect(settings().dataFolder).not.toBe(folder);
});

test("a start that fails undoes itself, and the next one finds the folder as it was", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const address = taken.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  // The metrics are what a start opens last.
  const failing = createApp(testSettings({ HIRAKU_HOST: "127.0.0.1", HIRAKU_WEB_METRICS_PORT: String(address.port) }));
  await expect(failing).rejects.toThrow("can't be opened");
  await new Promise((resolve) => taken.close(resolve));
  expect(() => store()).toThrow("No web app");
  expect(isStoreOpen()).toBe(false);
  await using app = await createApp(testSettings());
  expect(store()).toBe(app.store);
});

test("what a test puts in the place of a port is what the app uses", async () => {
  await using app = await createApp(testSettings(), { pauseMs: () => 1_000 });
  expect(app.purchases.deps.pauseMs("any key")).toBe(1_000);
});
