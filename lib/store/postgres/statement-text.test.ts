import { expect, test } from "vitest";
import { boundValues, statementText } from "./statement-text.ts";

test("names become numbers, each name one; marks are numbered in their order", () => {
  expect(statementText("select @a, @b where x = @a limit @limit_1")).toMatchObject({
    text: "select $1, $2 where x = $1 limit $3",
    names: ["a", "b", "limit_1"],
  });
  expect(statementText("insert into t values (?, ?)")).toMatchObject({
    text: "insert into t values ($1, $2)",
    names: undefined,
    onlyReads: false,
  });
  expect(statementText("\n  select 1").onlyReads).toBe(true);
  expect(statementText("with gone as (delete from t returning 1) select 1").onlyReads).toBe(false);
});

test("texts in quotes, quoted names, comments, casts and operators of arrays stay as they are", () => {
  const kept = `'a?b@c''?' "x?@y" -- @no ?\n /* ? @no */ a @> b c::text[] d - 1 / 2 'it''s @x'`;
  expect(statementText(kept).text).toBe(kept);
  expect(statementText(`${kept} ?::text`).text).toBe(`${kept} $1::text`);
});

test("a statement with both kinds of values, or run without one that it names, is refused", () => {
  expect(() => statementText("select @a, ?")).toThrow("not both");
  const statement = statementText("select @a, @b");
  expect(() => boundValues(statement, [{ a: 1 }])).toThrow("@b");
  expect(() => boundValues(statement, [1, 2])).toThrow("values that it names");
  expect(boundValues(statement, [{ b: null, a: 1, c: 2 }])).toEqual([1, null]);
});

test("bytes and lists are values; a zero character, which PostgreSQL does not have, is replaced", () => {
  const bytes = Buffer.from("x");
  expect(boundValues(statementText("select ?, ?, ?"), [bytes, ["a\u0000"], "b\u0000"])).toEqual([
    bytes,
    ["a\ufffd"],
    "b\ufffd",
  ]);
});
