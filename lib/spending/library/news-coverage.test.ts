import { expect, test } from "vitest";
import { NewsStatement } from "../../contract/resources.ts";
import { coverageOf } from "./news-coverage.ts";

const statement = (news_id: string, day: string, ...security_codes: string[]) =>
  NewsStatement.parse({
    news_id,
    title: `title of ${news_id}`,
    statement: null,
    observed_at: `${day}T10:00:00+09:00`,
    security_codes,
    references: [],
  });

test("owned lists tell the days they cover, each issuer's statements once, and the newest", () => {
  const first = statement("n1", "2026-11-02", "1001");
  const second = statement("n2", "2026-11-09", "1001", "1002");
  const coverage = coverageOf([
    { codes: ["1001"], days: { since: "2026-11-01", until: "2026-11-07" }, statements: [first] },
    { codes: ["1001"], days: { since: "2026-11-08", until: "2026-11-10" }, statements: [second] },
    { codes: [], days: { since: "2026-10-01", until: "2026-10-02" }, statements: [] },
    { codes: [], days: undefined, statements: [second] },
  ]);
  expect(coverage).toEqual({
    market: [{ since: "2026-10-01", until: "2026-10-02" }],
    statements: 2,
    issuers: [
      {
        security_code: "1001",
        days: [{ since: "2026-11-01", until: "2026-11-10" }],
        statements: 2,
        newest: { news_id: "n2", title: "title of n2", observed_at: "2026-11-09T10:00:00+09:00" },
      },
      { security_code: "1002", days: [], statements: 1, newest: expect.objectContaining({ news_id: "n2" }) },
    ],
  });
});

test("days with a gap stay apart, the newest first, and overlapping ones are one", () => {
  const days = (since: string, until: string) => ({ codes: ["1001"], days: { since, until }, statements: [] });
  const coverage = coverageOf([
    days("2026-11-01", "2026-11-05"),
    days("2026-11-03", "2026-11-04"),
    days("2026-11-10", "2026-11-12"),
  ]);
  expect(coverage.issuers[0]?.days).toEqual([
    { since: "2026-11-10", until: "2026-11-12" },
    { since: "2026-11-01", until: "2026-11-05" },
  ]);
});
