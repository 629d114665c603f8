import { expect, test } from "vitest";
import { faultOf } from "../e2e/impatient/give-up.ts";
import { figureIn } from "../e2e/impatient/held.ts";
import { failuresIn } from "../e2e/impatient/log-failures.ts";
import { plausibleRoutes } from "../e2e/impatient/web-requests.ts";

test("each address of the web app that changes something has a plausible body", () => {
  expect(plausibleRoutes).not.toThrow();
});

const answer = (status: number, head: string, body: string) => `HTTP/1.1 ${status} Word\r\n${head}\r\n\r\n${body}`;
const problem = "content-type: application/problem+json";

test("an answer of 500 and above is a fault, unless it is a problem that says when to ask again", () => {
  const refusals = [
    answer(503, `${problem}\r\nretry-after: 2`, '{"code":"service_busy"}'),
    answer(504, problem, '{"code":"search_backend_timeout"}'),
    answer(404, problem, '{"code":"not_found"}'),
    "",
  ];
  expect(refusals.map(faultOf)).toEqual([undefined, undefined, undefined, undefined]);
  const faults = [
    answer(500, `${problem}\r\nretry-after: 2`, '{"code":"internal_error"}'),
    answer(503, "retry-after: 2", "<html>"),
    answer(503, problem, '{"code":"too_many_requests"}'),
    answer(504, problem, '{"code":"upstream_timeout"}'),
    answer(507, problem, ""),
    answer(200, "content-type: application/json", '{"error":{"code":"app_error"}}'),
    answer(200, "content-type: text/html", '<template data-dgst="1234"></template>'),
  ];
  for (const fault of faults) expect(faultOf(fault), fault).toBeDefined();
});

test("a line of the log is a failure, unless it is of such a problem", () => {
  const line = (fields: object) => JSON.stringify({ level: "error", ...fields });
  const refusals = [
    line({ event: "request", status: 503, problem: "service_busy" }),
    line({ event: "request", status: 504, problem: "search_backend_timeout" }),
    line({ event: "an answer failed", status: 503, retryAfterSeconds: 1 }),
  ];
  expect(failuresIn(refusals)).toEqual({});
  const failures = [
    line({ event: "request", status: 500, problem: "internal_error" }),
    line({ event: "request", status: 503 }),
    line({ event: "an answer failed", status: 504 }),
    line({ event: "a page failed" }),
  ];
  expect(Object.values(failuresIn(failures))).toEqual(failures);
});

test("a figure is the sum over its labels, and one that is not told is no 0", () => {
  const metrics = 'a_count{state="sent"} 2\na_count{state="unknown"} 1\na_count_max 7\n';
  expect(figureIn(metrics, "a_count")).toBe(3);
  expect(() => figureIn(metrics, "b_count")).toThrow("no metric b_count");
});
