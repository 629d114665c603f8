import fc from "fast-check";
import { expect, test } from "vitest";
import { changedHeadings, countHeadings } from "./changed-headings.ts";
import type { ChangedSection, ChangeState } from "./changed-section.ts";

const place = (id: string) => ({ id, title: id, characters: 10 });
const row = (depth: number, state: ChangeState, id: string): ChangedSection => ({
  ...{ state, depth, renamed: false, moved: false },
  before: state === "new" ? null : place(id),
  after: state === "gone" ? null : place(id),
});
/** As many rows without a change as make a report of it. */
const long = (rows: readonly ChangedSection[]) => [
  ...rows,
  ...Array.from({ length: 40 }, (_, at) => row(3, "same", `rest${at}`)),
];

test("a heading counts once with its parts, and one that only groups headings does not count", () => {
  const headings = changedHeadings(
    long([
      row(0, "within", "第一部"),
      row(1, "within", "第1"),
      row(2, "within", "1"),
      row(3, "changed", "1(1)"),
      row(4, "changed", "1(1)①"),
      row(3, "same", "1(2)"),
      row(2, "gone", "2"),
      row(2, "same", "3"),
      row(1, "new", "第2"),
    ]),
  );
  expect(headings.map(({ state, after, before, parts }) => [state, (after ?? before)?.id, parts.length])).toEqual([
    ["changed", "1", 2],
    ["gone", "2", 0],
    ["same", "3", 0],
    ["new", "第2", 0],
  ]);
  expect(countHeadings(headings)).toMatchObject({ changed: 1, gone: 1, same: 1, new: 1, unknown: 0 });
});

test("a short table of contents is not folded", () => {
  const headings = changedHeadings([row(0, "within", "a"), row(1, "changed", "b"), row(1, "same", "c")]);
  expect(headings.map(({ state }) => state)).toEqual(["changed", "same"]);
});

test("in any report, something is listed where something changed, and nothing where nothing did", () => {
  const states: ChangeState[] = ["same", "changed", "new", "gone", "renamed"];
  const rows = fc.array(fc.tuple(fc.nat(4), fc.constantFrom(...states)), { maxLength: 80 });
  fc.assert(
    fc.property(rows, (list) => {
      const sections = list.map(([depth, state], at) => row(at === 0 ? 0 : depth, state, `s${at}`));
      const listed = changedHeadings(sections).filter(({ state }) => state !== "same");
      const changed = sections.filter(({ state }) => state !== "same");
      const shown = new Set(
        listed.flatMap(({ before, after, parts }) => [before ?? after, ...parts.map((p) => p.before ?? p.after)]),
      );
      expect(changed.every(({ before, after }) => shown.has(before ?? after))).toBe(true);
      expect(listed.length > 0).toBe(changed.length > 0);
    }),
  );
});
