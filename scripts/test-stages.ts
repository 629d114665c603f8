/**
 * `npm test`: everything that must hold, on a fresh clone, in one go. A stage that fails doesn't hide the next;
 * each has a budget, printed beside what it took. `npm test -- unit e2e` runs only those stages.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { ensureBrowser } from "./browser.ts";
import { ensureBuilt } from "./launcher/build.ts";
import { ensurePostgres } from "./postgres-server.ts";
import { ensureS3Server } from "./s3-server.ts";
import { type Outcome, readPlaywrightReport, readVitestReport } from "./test-reports.ts";
import { projectEnv, projectNode, root, runQuietly } from "./toolchain.mjs";

interface Stage {
  readonly name: string;
  readonly budget: number;
  run(): Promise<Outcome | void>;
}

// Started through another Node, with which this process ends.
process.once("disconnect", () => process.exit(1));
process.channel?.unref();
const wanted = process.argv.slice(2).filter((each) => !each.startsWith("-"));
// The compiler and the linter read the types of routes that Next writes.
if (["types", "lint"].some((each) => wanted.includes(each))) wanted.push("routes");
const results = path.join(root, ".cache", "test-results");
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });

const total = { passed: 0, failed: 0, skipped: 0 };
/** Told once more at the end: what a long run has printed is read from there. */
const failures: string[] = [];
const flaky: string[] = [];
const startedAt = Date.now();

const node = projectNode();
const bin = (name: string) => path.join("node_modules", ".bin", name);
let browser = "";

/**
 * Both processors are used: the chains of a row run beside each other, and each of them in its order. The compiler and
 * the linter work in one thread: with more, each thread works out the same types again.
 */
const rows: readonly (readonly (readonly Stage[])[])[] = [
  [[{ name: "routes", budget: 30, run: () => script("node_modules/next/dist/bin/next", ["typegen"]) }]],
  [
    [
      {
        name: "types",
        budget: 60,
        run: () => script("node_modules/typescript-native/bin/tsc", ["--noEmit", "--singleThreaded"]),
      },
      { name: "format", budget: 20, run: () => command(bin("biome"), ["format", "--no-errors-on-unmatched", "."]) },
    ],
    [{ name: "structure", budget: 90, run: structure }],
    [
      {
        name: "lint",
        budget: 60,
        run: () => script("node_modules/oxlint/bin/oxlint", ["--type-aware", "--threads=1"]),
      },
    ],
  ],
  [
    [{ name: "unit", budget: 480, run: unit }],
    [
      { name: "build", budget: 240, run: () => ensureBuilt(node) },
      { name: "components", budget: 90, run: componentsInBrowser },
    ],
  ],
  [[{ name: "e2e", budget: 480, run: endToEnd }]],
];
for (const row of rows) await Promise.all(row.map(runChain));

const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1);
process.stdout.write(`\nAll stages took ${minutes} min.\n`);
for (const each of flaky) process.stdout.write(`Passed only when run again: ${each}\n`);
for (const each of failures) process.stdout.write(`Failed: ${each}\n`);
process.stdout.write(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1);

async function runChain(stages: readonly Stage[]): Promise<void> {
  for (const stage of stages) {
    if (wanted.length === 0 || wanted.includes(stage.name)) await timed(stage);
  }
}

/** Runs a stage; one that reports no counts of its own counts as one test. */
async function timed({ name, budget: budgetSeconds, run }: Stage): Promise<void> {
  const begin = Date.now();
  process.stdout.write(`\n== ${name}\n`);
  let counts: Outcome;
  try {
    counts = (await run()) ?? { passed: 1, failed: 0, skipped: 0, failures: [], flaky: [] };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    process.stdout.write(`${message}\n`);
    const [firstLine = ""] = message.trim().split("\n");
    counts = { passed: 0, failed: 1, skipped: 0, failures: [`${name}: ${firstLine}`], flaky: [] };
  }
  failures.push(...counts.failures);
  flaky.push(...counts.flaky);
  total.passed += counts.passed;
  total.failed += counts.failed;
  total.skipped += counts.skipped;
  const seconds = (Date.now() - begin) / 1000;
  const over = seconds > budgetSeconds ? ", over its budget" : "";
  process.stdout.write(
    `== ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds.toFixed(1)} s (budget ${budgetSeconds} s${over})\n`,
  );
}

async function command(program: string, args: readonly string[]): Promise<void> {
  const { code, output } = await runQuietly(path.basename(program), program, args);
  if (code !== 0) throw new Error(output.trimEnd() || `${program} failed`);
}

function script(file: string, args: readonly string[]): Promise<void> {
  return command(node, [file, ...args]);
}

async function structure(): Promise<void> {
  await script("node_modules/dependency-cruiser/bin/dependency-cruiser.mjs", [
    "--config",
    ".dependency-cruiser.cjs",
    "--output-type",
    "err",
    ".",
  ]);
  await script("node_modules/knip/bin/knip.js", ["--no-progress"]);
}

function unit(): Promise<Outcome> {
  // Their first installation takes longer than a test may.
  ensureS3Server();
  ensurePostgres();
  return vitest("unit", []);
}

function componentsInBrowser(): Promise<Outcome> {
  browser ||= ensureBrowser(node);
  return vitest("components", ["--config", "vitest.browser.config.ts"], { CHROMIUM_PATH: browser });
}

async function vitest(name: string, args: readonly string[], more: Record<string, string> = {}): Promise<Outcome> {
  const report = path.join(results, `${name}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const { code } = await runQuietly(
    `${name} tests`,
    node,
    ["node_modules/vitest/vitest.mjs", "run", ...args, ...reporters],
    { env: projectEnv(more), relay: true },
  );
  if (!existsSync(report)) throw new Error(`the ${name} tests wrote no report (exit code ${code})`);
  return readVitestReport(readFileSync(report, "utf8"), code, root);
}

async function endToEnd(): Promise<Outcome> {
  browser ||= ensureBrowser(node);
  const report = path.join(results, "e2e.json");
  const env = projectEnv({ CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report });
  const { code } = await runQuietly(
    "end-to-end tests",
    node,
    ["node_modules/@playwright/test/cli.js", "test", "--config", "e2e/playwright.config.ts"],
    {
      env,
      relay: true,
    },
  );
  if (!existsSync(report)) throw new Error(`the end-to-end tests wrote no report (exit code ${code})`);
  return readPlaywrightReport(readFileSync(report, "utf8"), code);
}
