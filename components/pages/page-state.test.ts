import fc from "fast-check";
import { expect, test } from "vitest";
import { readViewState, type ViewState, viewStateQuery, zoomed, zoomSteps } from "./page-state";

const state: fc.Arbitrary<ViewState> = fc.record({
  mode: fc.constantFrom("continuous", "single"),
  zoom: fc.constantFrom<ViewState["zoom"]>("fit", ...zoomSteps),
  turn: fc.constantFrom(0, 90, 180, 270),
});

test("a view is the same after writing and reading its address, and the default view adds nothing to it", () => {
  fc.assert(
    fc.property(state, (each) => {
      expect(readViewState(viewStateQuery(each))).toEqual(each);
    }),
  );
  expect(Object.values(viewStateQuery(readViewState({}))).every((value) => value === undefined)).toBe(true);
});

test("values that the controls don't offer give the default view", () => {
  expect(readViewState({ view: "x", zoom: "1e9", turn: "45" })).toEqual({ mode: "continuous", zoom: 100, turn: 0 });
});

test("zooming stops at the smallest and largest step, and goes from fit to the next step in its direction", () => {
  expect(zoomed(50, -1)).toBe(50);
  expect(zoomed(300, 1)).toBe(300);
  expect(zoomed("fit", 1)).toBe(125);
});
