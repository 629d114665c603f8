import { describe, expect, test } from "vitest";
import { linesOf } from "../lines.ts";
import { findTables } from "./find-tables.ts";
import type { Rule } from "./rules.ts";
import type { Run } from "./runs.ts";

/** Pages made to keep the recogniser busy, and how often it looks at a place on them: a bound that no machine changes. */

let looked = 0;

function counted<T extends object>(value: T): T {
  return new Proxy(value, {
    get(target, key): unknown {
      looked++;
      return Reflect.get(target, key);
    },
  });
}

const run = (text: string, left: number, top: number, width = 8): Run =>
  counted({ text, size: 8, left, right: left + width, top });
const rule = (at: number, from: number, to: number): Rule => counted({ at, from, to });
const many = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

interface Page {
  readonly runs: readonly Run[];
  readonly horizontal: readonly Rule[];
  readonly vertical: readonly Rule[];
}

const plain = (runs: readonly Run[]): Page => ({ runs, horizontal: [], vertical: [] });

const pages: Readonly<Record<string, (size: number) => Page>> = {
  "all in one line": (size) => plain(many(size, (at) => run("1", at * 20, 100))),
  "all on one point": (size) => plain(many(size, () => run("1", 100, 100))),
  "a column of figures": (size) => plain(many(size, (at) => run("1", (at % 2) * 100, Math.floor(at / 2) * 12))),
  "a column of figures that grow ever wider": (size) =>
    plain(many(size, (at) => run("1", 100 - at * 0.01 + (at % 2) * 200, Math.floor(at / 2) * 12))),
  "labels without an end": (size) =>
    plain(many(size, (at) => run(at % 50 === 1 ? "1" : "字", at % 50 === 1 ? 300 : 60, Math.floor(at / 2) * 10))),
  "heads over heads": (size) =>
    plain(many(size, (at) => run("年", (at % 3) * 40, Math.floor(at / 3) * 12, at % 3 === 0 ? 130 : 20))),
  "a grid of one row": (size) => ({
    runs: many(size, (at) => run("1", (at % 5) * 100 + 10, 10 + at * 0.1)),
    horizontal: [0, size].map((at) => rule(at, 0, 500)),
    vertical: many(6, (at) => rule(at * 100, 0, size)),
  }),
  "a rule below each line": (size) => ({
    runs: many(size, (at) => run("字", (at % 2) * 200, Math.floor(at / 2) * 12 + 10)),
    horizontal: many(size / 2, (at) => rule(at * 12, 0, 400)),
    vertical: [],
  }),
  "rules of all lengths": (size) => ({
    runs: many(size, (at) => run("1", (at % 2) * 200, Math.floor(at / 2) * 12 + 10)),
    horizontal: many(size, (at) => rule(at * 2, at * 5, at * 5 + 400)),
    vertical: many(size, (at) => rule(at * 2, at * 5, at * 5 + 400)),
  }),
};

function work({ runs, horizontal, vertical }: Page): number {
  looked = 0;
  const { tables, rest } = findTables(runs, { horizontal, vertical });
  expect(tables.length + rest.length).toBeGreaterThan(0);
  return looked;
}

describe.each(Object.entries(pages))("a page with %s", (_name, make) => {
  test("takes little more than twice the work where it has twice as much", () => {
    const [small, large] = [work(make(1_000)), work(make(2_000))];
    expect(large / small).toBeLessThan(2.6);
  });

  test("with 100,000 runs is read as text, each of them looked at a bounded number of times", () => {
    const page = make(100_000);
    expect(work(page)).toBeLessThan(12_000_000);
    looked = 0;
    expect(linesOf(page.runs).length).toBeGreaterThan(0);
    expect(looked).toBeLessThan(30_000_000);
  });
});
