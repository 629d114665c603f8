import path from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

/**
 * Components in a real browser: what depends on layout, scrolling, idle time and clicks, without the programs behind
 * them. `npm test -- components` runs it; CHROMIUM_PATH names a browser where Playwright's own is not installed.
 */
const executablePath = process.env["CHROMIUM_PATH"];

export default defineConfig({
  resolve: {
    alias: {
      "@": import.meta.dirname,
      // As the app router resolves it.
      "next/dynamic": "next/dist/shared/lib/app-dynamic",
      "next/link": path.join(import.meta.dirname, "components/testing/link.tsx"),
      "next/navigation": path.join(import.meta.dirname, "components/testing/router.ts"),
    },
  },
  oxc: { jsx: { runtime: "automatic" } },
  // Next's modules look here; in a browser there is no `process`.
  define: { "process.env.NODE_ENV": '"test"', "process.env": "{}" },
  optimizeDeps: {
    include: ["react", "react-dom", "react-dom/client", "react/jsx-dev-runtime", "@tanstack/react-query"],
  },
  test: {
    include: ["{components,packages}/**/*.browser.test.{ts,tsx}"],
    testTimeout: 30_000,
    retry: process.env["CI"] ? 1 : 0,
    expect: { poll: { timeout: 10_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          ...(executablePath === undefined ? {} : { executablePath }),
          args: ["--no-sandbox", "--disable-dev-shm-usage"],
        },
      }),
      viewport: { width: 1200, height: 800 },
      instances: [{ browser: "chromium" }],
    },
  },
});
