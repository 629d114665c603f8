import { expect, test } from "vitest";
import { sectionAt, stepAt } from "./steps.ts";

test.each([
  ["/", "find"],
  ["/issuers/971A", "find"],
  ["/read", "find"],
  ["/documents/S100ZX4K", "price"],
  ["/documents/S100ZX4K/sections/s-1", "read"],
  ["/documents/S100ZX4K/pages/3", "find"],
])("%s is about the step %s", (path, step) => expect(stepAt(path)).toBe(step));

test("ids are read as they are, not as they are written in an address", () => {
  expect(sectionAt("/documents/D%3A1/sections/a%20b")).toEqual({ documentId: "D:1", sectionId: "a b" });
});
