import path from "node:path";
import { defineConfig } from "@playwright/test";
import { apiPort, dataFolder, foreignApiPort, foreignWebPort, foreignWebUrl, webPort, webUrl } from "./ports.ts";

const root = path.resolve(import.meta.dirname, "..");
const start = `"${process.execPath}" scripts/start.mjs`;
const executablePath = process.env["CHROMIUM_PATH"];

/** The programs are started as a user starts them: `npm start` on a production build, once with its own service
 *  and once in front of a foreign one. */
export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: path.join(root, ".cache", "e2e"),
  reporter: [["line"], ["json"]],
  timeout: 60_000,
  expect: { timeout: 10_000 },
  // Tests wait for idle pages and stopping programs: a third one fills two processors.
  workers: 3,
  fullyParallel: false,
  retries: process.env["CI"] ? 1 : 0,
  use: {
    // Recording each test takes a tenth of their time.
    trace: "on-first-retry",
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "Asia/Tokyo",
  },
  projects: [
    { name: "sign-in", testMatch: "sign-in.setup.ts", use: { baseURL: webUrl } },
    {
      name: "hiraku",
      testIgnore: "foreign*",
      dependencies: ["sign-in"],
      use: { baseURL: webUrl, storageState: path.join(dataFolder, "session.json") },
    },
    { name: "foreign", testMatch: "foreign*.e2e.ts", use: { baseURL: foreignWebUrl } },
  ],
  webServer: [
    {
      name: "hiraku",
      command: start,
      cwd: root,
      url: `${webUrl}/sign-in`,
      timeout: 180_000,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
      env: {
        HIRAKU_DATA: path.join(dataFolder, "own"),
        // Every kind and state of document, in a fifth of the time.
        HIRAKU_SAMPLE: "short",
        HIRAKU_API_PORT: String(apiPort),
        PORT: String(webPort),
      },
    },
    {
      name: "foreign service",
      command: `"${process.execPath}" e2e/foreign-service.ts`,
      cwd: root,
      url: `http://127.0.0.1:${foreignApiPort}/health`,
      env: { FOREIGN_PORT: String(foreignApiPort) },
    },
    {
      name: "web in front of it",
      command: start,
      cwd: root,
      url: `${foreignWebUrl}/sign-in`,
      timeout: 180_000,
      gracefulShutdown: { signal: "SIGTERM", timeout: 5000 },
      env: {
        HIRAKU_DATA: path.join(dataFolder, "foreign"),
        HIRAKU_API_URL: `http://127.0.0.1:${foreignApiPort}`,
        HIRAKU_API_AUTHORIZATION: "Token {key}",
        PORT: String(foreignWebPort),
      },
    },
  ],
});
