import { expect, test } from "vitest";
import type { ChangedSection, ChangeState } from "../text/changes/changed-section.ts";
import { changedWithoutOwned } from "./changed-sections.ts";

const row = (id: string, state: ChangeState, depth: number): ChangedSection => {
  const place = { id, title: id, characters: 10 };
  return { state, depth, before: place, after: state === "gone" ? null : place, renamed: false, moved: false };
};
const rows = [
  row("part", "changed", 0),
  row("a", "changed", 1),
  row("b", "same", 1),
  row("c", "new", 1),
  row("d", "gone", 1),
  row("e", "unknown", 1),
];

test("what changed is collected without what holds it, and without what is owned", () => {
  const left = (sections: readonly string[], whole = false) =>
    changedWithoutOwned(rows, { whole, sections: [...sections] });
  expect(left([])).toEqual(["a", "c", "e"]);
  expect(left(["c", "b"])).toEqual(["a", "e"]);
  expect(left([], true)).toEqual([]);
});

test("no more than one request takes", () => {
  const many = Array.from({ length: 150 }, (_, at) => row(`s${at}`, "changed", 0));
  expect(changedWithoutOwned(many, { whole: false, sections: [] })).toHaveLength(100);
});
