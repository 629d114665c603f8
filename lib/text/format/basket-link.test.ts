import { describe, expect, it } from "vitest";
import type { Purchase } from "../purchase-kinds.ts";
import { linkedLinesMax, readLinkedLines, writeLinkedLine } from "./basket-link.ts";

const lines: readonly Purchase[] = [
  { kind: "content", document_id: "S100ABCD" },
  { kind: "sections", document_id: "S100:A.B-C", sections: ["s1", "a~b", "100%25", "第1 概況"] },
  { kind: "pages", document_id: "S100ABCD", pages: [1, 2, 3, 7] },
  { kind: "original", document_id: "S100ABCD", original_id: "attachment-1" },
  { kind: "search_documents", input: { query: "配当 ~ 100%", top_k: 5, latest_only: true } },
];

describe("the link to a basket", () => {
  it("holds the ids of its lines, and reads back as them through an address", () => {
    const address = new URLSearchParams(lines.map((line) => ["line", writeLinkedLine(line)]));
    const read = readLinkedLines(new URLSearchParams(address.toString()).getAll("line"));
    expect(read).toEqual({ lines, unreadable: 0, tooMany: 0 });
  });

  it.each([
    "",
    "x~D",
    "t",
    "t~",
    "t~D~E",
    "s~D",
    "s~D~",
    "p~D~",
    "p~D~0",
    "p~D~x",
    "p~D~9-1",
    "p~D~1-99999",
    "o~D",
    "o~D~a~b",
    "q~search_documents",
    "q~search_documents~{",
    "~~~",
  ])("counts %j as a part that can't be read", (part) => {
    expect(readLinkedLines([part])).toEqual({ lines: [], unreadable: 1, tooMany: 0 });
  });

  it("with more parts than a basket has lines says how many are left out", () => {
    const parts = Array.from({ length: linkedLinesMax + 30 }, (_, n) => `t~D${n}`);
    expect(readLinkedLines(parts)).toMatchObject({ tooMany: 30 });
    expect(readLinkedLines(parts).lines).toHaveLength(linkedLinesMax);
  });
});
