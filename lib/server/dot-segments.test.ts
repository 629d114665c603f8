import { expect, test } from "vitest";
import { hasDotSegment } from "./request-target.ts";

test.each([
  "/documents/..",
  "/documents/./pages/1",
  "/documents/%2e%2e/pages/1",
  "/documents/.%2E",
  "/news/%2e?x=1",
  "/a\\..\\b",
  "/api/v1/documents/%2E./toc",
])("%s has . or .. as a part of its path", (target) => expect(hasDotSegment(target)).toBe(true));

test.each([
  "/",
  "/documents/S1..2",
  "/documents/...",
  "/documents/%252e%252e",
  "/ask?q=../..",
  "/a#/../b",
  "/.well-known/x",
])("%s does not", (target) => expect(hasDotSegment(target)).toBe(false));
