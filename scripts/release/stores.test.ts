import { expect, test } from "vitest";
import { migrations as web } from "../../lib/store/migrations.ts";
import { postgresMigrations } from "../../service/storage/postgres/schema.ts";
import { migrations as service } from "../../service/storage/sqlite/migrations.ts";

/** Steps of before 1.0.0 that do more than add. None may follow: both versions around a minor run on one store. */
const before = new Set([
  ...["owners-2", "cards-2", "updates-1", "updates-2", "baskets-2", "ledger-003", "catalog-001"],
  ...["catalog-exact-hashes", "search-001-body", "search-002-news", "search-007-quantised-vectors"],
  ...["operator-001", "postgres-operator", "postgres-001-catalog", "postgres-002-ledger", "postgres-003-functions"],
  "postgres-004-search",
]);

/** What an older process may stumble over: whatever goes, changes, or must be filled in by those who write rows. */
const moreThanAdding = [
  /\b(?:drop|rename|replace|delete\s+from|alter\s+column|add\s+(?:constraint|primary|unique|check))\b/i,
  /\bcreate\s+unique\s+index\b|\bcreate\s+trigger\b|\bupdate\s+\w+\s+set\b/i,
  /\badd\s+column\b(?![^;]*\bdefault\b)[^;]*\bnot\s+null\b/i,
];
const onlyAdds = (sql: string) => !moreThanAdding.some((pattern) => pattern.test(sql.replace(/--.*$/gm, "")));

const steps = [
  ...web.map(({ id, sql, sqlite = "", postgres = "" }) => ({ id, sql: `${sql};${sqlite};${postgres}` })),
  ...service.map(({ id, apply }) => ({ id, sql: String(apply) })),
  ...postgresMigrations,
];

test("a minor only adds to the stores", () => {
  expect(steps.filter(({ id, sql }) => !before.has(id) && !onlyAdds(sql)).map(({ id }) => id)).toEqual([]);
  expect([...before].filter((id) => !steps.some((step) => step.id === id))).toEqual([]);
});

test.each([
  "alter table sessions drop column browser",
  "ALTER TABLE sessions RENAME TO old_sessions",
  "alter table sessions add column kind text not null",
  "alter table sessions add column kind integer not null; create table other (a integer not null default 0) strict",
  "alter table sessions alter column kind set not null",
  "create unique index sessions_by_key on sessions (key_id)",
  "update sessions set browser = null",
])("more than adding: %s", (sql) => {
  expect(onlyAdds(sql)).toBe(false);
});

test.each([
  "alter table sessions add column kind text; alter table sessions add column rank integer not null default 0",
  "create table kinds (kind text primary key, rank integer not null) strict; create index kinds_by_rank on kinds (rank)",
])("adding: %s", (sql) => {
  expect(onlyAdds(sql)).toBe(true);
});
