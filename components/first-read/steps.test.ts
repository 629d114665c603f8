import { expect, test } from "vitest";
import { sectionAt, stepAt } from "./steps.ts";

test.each([
  ["/", false, "find"],
  ["/issuers/971A", false, "find"],
  ["/read", false, "find"],
  ["/documents/S100ZX4K", false, "price"],
  ["/documents/S100ZX4K/sections/s-1", false, "read"],
  ["/documents/S100ZX4K/sections/s-1", true, "quote"],
  ["/documents/S100ZX4K/pages/3", false, "find"],
])("%s (owned: %s) is about the step %s", (path, isOwned, step) => expect(stepAt(path, isOwned)).toBe(step));

test("ids are read as they are, not as they are written in an address", () => {
  expect(sectionAt("/documents/D%3A1/sections/a%20b")).toEqual({ documentId: "D:1", sectionId: "a b" });
});
