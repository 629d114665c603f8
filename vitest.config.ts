import { defineConfig } from "vitest/config";

/** Tests of the web app's store run once on each of its engines: these a second time, on PostgreSQL. */
const onEachEngine = [
  "lib/store/*.test.ts",
  "lib/auth/{reseal,sessions,sign-in-guard}.test.ts",
  "lib/agents/tokens.test.ts",
  "lib/agents/mcp/{ask,tools}.test.ts",
  "lib/answers/leases.test.ts",
  "lib/updates/{check,feeds,subscriptions}.test.ts",
  "lib/upstream/shared-pauses.test.ts",
  "lib/purchases/library/{export,found-passages,library-views}.test.ts",
  "lib/purchases/invariants.test.ts",
  "lib/purchases/simulation/both-engines.test.ts",
  "lib/purchases/spending/{basket,purchase-service,rules,purchase-faults,leases,two-processes,unread-answers}.test.ts",
];
const exclude = ["**/*.browser.test.{ts,tsx}", "node_modules/**"];

export const onPostgres = {
  name: "postgres",
  include: onEachEngine,
  exclude,
  globalSetup: ["lib/store/testing/postgres-setup.ts"],
};

export default defineConfig({
  resolve: { alias: { "@": import.meta.dirname } },
  test: {
    environment: "node",
    pool: "forks",
    maxWorkers: 2,
    // Against hanging only: no test may fail because the machine is busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Tests kill processes, fill disks and run beside others: one that passes at its second attempt is told by its name.
    retry: process.env["CI"] ? 1 : 0,
    expect: { poll: { timeout: 20_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{lib,packages,service,cli,app,components,scripts,bench}/**/*.test.{ts,tsx}", "*.test.ts"],
          exclude,
        },
      },
      { extends: true, test: onPostgres },
    ],
  },
});
