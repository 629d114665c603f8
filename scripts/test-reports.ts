import { z } from "zod";

export interface Outcome {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A line each: where the test stands, its name, and the beginning of what it said. */
  readonly failures: readonly string[];
  /** Tests that failed and passed when they were run again, a line each. */
  readonly flaky: readonly string[];
}

const Vitest = z.object({
  numPassedTests: z.number(),
  numPendingTests: z.number(),
  numTodoTests: z.number().default(0),
  success: z.boolean(),
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          failureMessages: z
            .array(z.string())
            .nullish()
            .transform((messages) => messages ?? []),
        }),
      ),
    }),
  ),
});

/** `code`: what the runner ended with. */
export function readVitestReport(json: string, code: number | null, root: string): Outcome {
  const report = Vitest.parse(JSON.parse(json));
  const failures: string[] = [];
  const flaky: string[] = [];
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = name.replace(`${root}/`, "");
    // A test that passed at a second attempt keeps what it said at the first.
    for (const { fullName, status: ended, failureMessages } of assertionResults)
      if (ended === "failed") failures.push(lineOf(file, fullName, failureMessages[0]));
      else if (ended === "passed" && failureMessages.length > 0) flaky.push(lineOf(file, fullName, failureMessages[0]));
    // A file that can't be loaded has no tests.
    if (status === "failed" && !assertionResults.some(({ status: ended }) => ended === "failed"))
      failures.push(lineOf(file, "the file", message));
  }
  // An unhandled rejection fails the run without failing a test.
  if (failures.length === 0 && (!report.success || code !== 0))
    failures.push(`the run failed with no test of its own, exit code ${code}`);
  const skipped = report.numPendingTests + report.numTodoTests;
  return { passed: report.numPassedTests, failed: failures.length, skipped, failures, flaky };
}

const Result = z.object({ error: z.object({ message: z.string().optional() }).optional() });
const Spec = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(z.object({ status: z.string(), results: z.array(Result) })),
});
interface Suite {
  specs: z.infer<typeof Spec>[];
  suites?: Suite[] | undefined;
}
const Suite: z.ZodType<Suite> = z.object({ specs: z.array(Spec), suites: z.lazy(() => z.array(Suite)).optional() });
const Playwright = z.object({
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().optional() })).default([]),
  stats: z.object({ expected: z.number(), skipped: z.number(), unexpected: z.number(), flaky: z.number() }),
});

export function readPlaywrightReport(json: string, code: number | null): Outcome {
  const { suites, errors, stats } = Playwright.parse(JSON.parse(json));
  const failures: string[] = [];
  const flaky: string[] = [];
  const lines: Readonly<Record<string, string[]>> = { unexpected: failures, flaky };
  const walk = (suite: Suite) => {
    for (const { title, file, tests } of suite.specs)
      for (const { status, results } of tests)
        lines[status]?.push(lineOf(file, title, results.find(({ error }) => error !== undefined)?.error?.message));
    for (const each of suite.suites ?? []) walk(each);
  };
  for (const each of suites) walk(each);
  for (const { message } of errors) failures.push(lineOf("e2e", "the run", message));
  if (failures.length === 0 && code !== 0) failures.push(`the run failed with no test of its own, exit code ${code}`);
  return { passed: stats.expected + stats.flaky, failed: failures.length, skipped: stats.skipped, failures, flaky };
}

const messageCharactersMax = 300;

function lineOf(file: string, name: string, message = ""): string {
  // Runners colour what they say.
  const plain = message
    .replaceAll(/\u001b\[[\d;]*m/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
  return `${file} › ${name}${plain === "" ? "" : `: ${plain.slice(0, messageCharactersMax)}`}`;
}
