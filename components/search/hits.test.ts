import { describe, expect, test } from "vitest";
import { abbreviatedPath, groupHits, readHits } from "./hits";

const hit = (id: string, score: number) => ({ document: { document_id: id }, section_id: "s", score, snippet: null });

describe("an answer of a search", () => {
  test("is grouped by document, best first, without losing a passage", () => {
    const hits = readHits({ hits: [hit("a", 0.9), hit("b", 0.8), hit("a", 0.7)] }) ?? [];
    expect(groupHits(hits).map((group) => [group.document.document_id, group.hits.length])).toEqual([
      ["a", 2],
      ["b", 1],
    ]);
  });

  test("of another service is read under other field names and without its extra fields; a missing list is reported", () => {
    expect(readHits({ results: [{ document_id: "x", snippet: "語" }] })?.[0]?.snippet?.text).toBe("語");
    expect(readHits({ results: [{}, 3, null] })).toEqual([]);
    expect(readHits({ results: [{ document_id: "x" }] })?.[0]?.document.missing_parts).toEqual([]);
    expect(
      readHits({ hits: [{ document_id: "x", missing_parts: ["第二部", 3] }] })?.[0]?.document.missing_parts,
    ).toEqual(["第二部"]);
    expect(readHits({ nothing: 1 })).toBeUndefined();
    expect(readHits("text")).toBeUndefined();
  });
});

test("the places where a passage stands too are read as far as they name a document", () => {
  const also_in = [{ document_id: "b", section_id: "s2", title: "T" }, { section_id: "s" }, null];
  expect(readHits({ hits: [{ ...hit("a", 1), also_in }] })?.[0]?.also_in).toEqual([
    { document_id: "b", section_id: "s2", title: "T", issuer_name: null, issuer_name_en: null, timeline_at: null },
  ]);
  expect(readHits({ hits: [hit("a", 1)] })?.[0]?.also_in).toEqual([]);
});

test.each([
  [["第4 提出会社の状況", "3 配当政策"], "第4 › 3 配当政策"],
  [["第一部 企業情報", "第５ 経理の状況", "１ 連結財務諸表等"], "第一部 › 第５ › １ 連結財務諸表等"],
  [
    ["第一部【企業情報】", "第5【経理の状況】", "1【連結財務諸表等】", "（セグメント情報等）"],
    "第一部 › 第5 › 1 › （セグメント情報等）",
  ],
  [["当社グループの長期の経営方針", "配当"], "当社グループ… › 配当"],
  [["Business overview", "Risks"], "Business… › Risks"],
  [["表紙"], "表紙"],
])("the path %j is written in one line as %s", (path, written) => expect(abbreviatedPath(path)).toBe(written));
