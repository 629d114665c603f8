import { defineConfig } from "vitest/config";

/** `npm run test:engines`: what needs a real OpenSearch, which is started for the run. */
export default defineConfig({
  test: {
    include: ["service/**/*.engines.ts"],
    globalSetup: ["scripts/engines/setup.ts"],
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
