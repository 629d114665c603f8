import { describe, expect, test } from "vitest";
import { findTarget } from "./find-target.ts";

describe("what was pasted", () => {
  const origin = "https://hiraku.example";
  test.each([
    ["s100zx4k ", { kind: "document", documentId: "S100ZX4K" }],
    ["Ｓ１００ＺＸ４Ｋ", { kind: "document", documentId: "S100ZX4K" }],
    ["90000000197756", { kind: "document", documentId: "90000000197756" }],
    ["72030", { kind: "issuer", securityCode: "7203" }],
    ["971a", { kind: "issuer", securityCode: "971A" }],
    ["https://disclosure2.edinet-fsa.go.jp/WZEK0040.aspx?S100ZX4K,,", { kind: "document", documentId: "S100ZX4K" }],
    [
      "https://disclosure2dl.edinet-fsa.go.jp/searchdocument/pdf/S100ZX4K.pdf",
      { kind: "document", documentId: "S100ZX4K" },
    ],
    [`${origin}/documents/S100ZX4K/pages/34?a=1#q=x`, { kind: "place", path: "/documents/S100ZX4K/pages/34?a=1#q=x" }],
  ])("%s leads to its page", (text, target) => {
    expect(findTarget(text, origin)).toEqual(target);
  });

  test.each([
    "海鳴",
    "S100",
    "toyota",
    "https://evil.example/S100ZX4K",
    `${origin}/api/purchases`,
    "https://edinet-fsa.go.jp.evil.example/?S100ZX4K",
    "https://",
  ])("%s is only text", (text) => {
    expect(findTarget(text, origin)).toBeUndefined();
  });
});
