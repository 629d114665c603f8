import { defineConfig } from "vitest/config";

/** Tests of the web app's store run once on each of its engines: these a second time, on PostgreSQL. */
const onEachEngine = [
  "lib/store/*.test.ts",
  "lib/owners/{reseal,sessions,sign-in-guard}.test.ts",
  "lib/features/programs/{tokens,oauth/token}.test.ts",
  "lib/features/programs/mcp/{ask,tools}.test.ts",
  "lib/features/ask/leases.test.ts",
  "lib/features/following/{check,feeds,subscriptions}.test.ts",
  "lib/upstream/shared-pauses.test.ts",
  "lib/spending/library/{divided-anew,export,found-passages,library-views}.test.ts",
  "lib/spending/invariants.test.ts",
  "lib/spending/simulation/both-engines.test.ts",
  "lib/spending/engine/{basket,purchase-service,rules,purchase-faults,leases,two-processes,unread-answers}.test.ts",
];
/** Tests that replace modules or the environment, or measure time: each file has a process of its own. */
const alone = [
  "components/**/*.test.tsx",
  "scripts/hostile-texts.test.ts",
  "lib/kit/long-texts/texts.test.ts",
  "cli/{cli,sessions}.test.ts",
  "lib/kit/process/{at-rest,last-words}.test.ts",
  "lib/owners/{owner-route,sessions}.test.ts",
  "lib/reading/{figures-busy,figures-restated,refill}.test.ts",
  "lib/spending/adapters/log-purchases.test.ts",
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
    // Tests wait for programs that they start and stop: a third one fills two processors.
    maxWorkers: 3,
    // Loading the same modules anew for each file took a third of the time: files share a process, and undo what they replace.
    isolate: false,
    unstubGlobals: true,
    unstubEnvs: true,
    restoreMocks: true,
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
          exclude: [...exclude, ...alone],
        },
      },
      { extends: true, test: { name: "alone", include: alone, exclude, isolate: true } },
      { extends: true, test: onPostgres },
    ],
  },
});
