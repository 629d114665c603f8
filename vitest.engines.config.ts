import { defineConfig } from "vitest/config";
import { onPostgres } from "./vitest.config.ts";

/**
 * `npm run test:engines`: all that stores, searches or keeps files, on every engine: the embedded ones, PostgreSQL, an S3
 * server, and then a real OpenSearch, which is started for the run.
 */
export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    pool: "forks",
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "stores",
          include: [
            "service/{endpoints,search,storage}/**/*.test.ts",
            "lib/{moving,objects,postgres,store}/**/*.test.ts",
            "lib/**/{bodies,leases,two-processes,shared-pauses,kill*,unread-answers}.test.ts",
            "cli/{archive,moving}/**/*.test.ts",
            "cli/*database.test.ts",
          ],
          exclude: ["**/*.browser.test.{ts,tsx}"],
          sequence: { groupOrder: 0 },
        },
      },
      { extends: true, test: { ...onPostgres, sequence: { groupOrder: 1 } } },
      {
        extends: true,
        test: {
          name: "protocol",
          include: ["lib/**/*.engines.ts"],
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "opensearch",
          include: ["service/**/*.engines.ts"],
          globalSetup: ["scripts/engines/setup.ts"],
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
