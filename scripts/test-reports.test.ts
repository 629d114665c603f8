import { expect, test } from "vitest";
import { readPlaywrightReport, readVitestReport } from "./test-reports.ts";

const passed = { fullName: "holds", status: "passed", failureMessages: [] };

function vitestReport(...testResults: object[]): string {
  const failed = testResults.some((each) => "status" in each && each.status === "failed");
  return JSON.stringify({ numPassedTests: 1, numPendingTests: 2, numTodoTests: 1, success: !failed, testResults });
}

test("a failed test is named with its file and what it said first", () => {
  const failed = { fullName: "breaks", status: "failed", failureMessages: ["Error: \u001b[31mno\u001b[39m\n    at x"] };
  const file = { name: "/root/lib/a.test.ts", status: "failed", message: "", assertionResults: [passed, failed] };
  expect(readVitestReport(vitestReport(file), 1, "/root")).toEqual({
    passed: 1,
    failed: 1,
    skipped: 3,
    failures: ["lib/a.test.ts › breaks: Error: no at x"],
    flaky: [],
  });
});

test("a file that can't be loaded, and a run that failed by itself, are failures", () => {
  const file = { name: "/root/lib/a.test.ts", status: "failed", message: "SyntaxError: x", assertionResults: [] };
  expect(readVitestReport(vitestReport(file), 1, "/root").failures).toEqual([
    "lib/a.test.ts › the file: SyntaxError: x",
  ]);
  const fine = { name: "/root/lib/a.test.ts", status: "passed", message: "", assertionResults: [passed] };
  expect(readVitestReport(vitestReport(fine), 0, "/root").failed).toBe(0);
  expect(readVitestReport(vitestReport(fine), 1, "/root").failures).toEqual([
    "the run failed with no test of its own, exit code 1",
  ]);
});

test("a test that passed at its second attempt is told, and fails nothing", () => {
  const again = { fullName: "wavers", status: "passed", failureMessages: ["Error: late"] };
  const file = { name: "/root/lib/a.test.ts", status: "passed", message: "", assertionResults: [passed, again] };
  const outcome = readVitestReport(vitestReport(file), 0, "/root");
  expect(outcome).toMatchObject({ failed: 0, flaky: ["lib/a.test.ts › wavers: Error: late"] });
});

function playwrightReport(statuses: readonly string[], errors: readonly object[] = []): string {
  const specs = statuses.map((status) => {
    const results = [...(status === "expected" ? [] : [{ error: { message: "Error: no" } }]), {}];
    return { title: `a ${status} one`, file: "a.e2e.ts", tests: [{ status, results }] };
  });
  const count = (status: string) => statuses.filter((each) => each === status).length;
  const stats = { expected: count("expected"), skipped: 0, unexpected: count("unexpected"), flaky: count("flaky") };
  return JSON.stringify({ suites: [{ specs: [], suites: [{ specs }] }], errors, stats });
}

test("tests of a browser are told in the same way, however deep they stand", () => {
  expect(readPlaywrightReport(playwrightReport(["expected", "flaky", "unexpected"]), 1)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: ["a.e2e.ts › a unexpected one: Error: no"],
    flaky: ["a.e2e.ts › a flaky one: Error: no"],
  });
  expect(readPlaywrightReport(playwrightReport(["expected"], [{ message: "Error: port in use" }]), 1).failures).toEqual(
    ["e2e › the run: Error: port in use"],
  );
});
