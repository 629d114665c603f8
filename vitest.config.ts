import { defineConfig } from "vitest/config";

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    include: ["{lib,packages,service,cli,app,components,scripts,bench}/**/*.test.{ts,tsx}", "*.test.ts"],
    exclude: ["**/*.browser.test.{ts,tsx}", "node_modules/**"],
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    // Against hanging only: no test may fail because the machine is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
});
