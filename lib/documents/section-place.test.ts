import { expect, test } from "vitest";
import { sectionPlace } from "./section-place.ts";

test("a section's address names its document and itself, however it is written", () => {
  expect(sectionPlace(["S1", "sections", "a%2Fb"])).toEqual({ documentId: "S1", sectionId: "a/b" });
  expect(sectionPlace(["S%31", "sections", "overview"])).toEqual({ documentId: "S1", sectionId: "overview" });
});

test.each([
  [["S1"]],
  [["S1", "sections"]],
  [["S1", "parts", "a"]],
  [["S1", "sections", "a", "b"]],
  [["", "sections", "a"]],
  [[]],
])("%j is no section's", (parts) => expect(sectionPlace(parts)).toBeUndefined());
