import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../text/testing/any-text.ts";
import { hasBidiControls, valueWithoutBidiControls, withoutBidiControls } from "./bidi.ts";
import { readTolerantly } from "./tolerant.ts";

const controls = [..."\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"];

describe("text from outside", () => {
  it.each(controls)("loses the control %j, and keeps its length", (control) => {
    const text = `有価証券${control}報告書`;
    expect(hasBidiControls(text)).toBe(true);
    expect(withoutBidiControls(text)).toBe("有価証券\u2060報告書");
  });

  it("keeps every other character where it was", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        const cleaned = withoutBidiControls(text);
        expect(cleaned).toHaveLength(text.length);
        expect(hasBidiControls(cleaned)).toBe(false);
        expect([...text].every((letter, index) => controls.includes(letter) || [...cleaned][index] === letter)).toBe(
          true,
        );
      }),
    );
  });

  it("is cleaned at any depth, except for the text of documents", () => {
    const hostile = "\u2069\u202Eevil";
    expect(valueWithoutBidiControls({ a: [{ title: hostile }, 1, null], content: hostile, html: hostile })).toEqual({
      a: [{ title: "\u2060\u2060evil" }, 1, null],
      content: hostile,
      html: hostile,
    });
  });

  it("comes from the service without them, snippets with their highlights in place, bodies as delivered", () => {
    const hostile = "\u2069\u202E決算";
    const hit = {
      document: { document_id: "S1", content_status: "ready", title: hostile, issuer_name: hostile },
      section_title: hostile,
      section_path: [hostile],
      snippet: { text: `${hostile}短信`, highlights: [[4, 6]] },
    };
    const hits = readTolerantly("searchDocuments", { match_type: "lexical", hits: [hit] });
    expect(JSON.stringify(hits)).not.toMatch(/[\u202e\u2069]/);
    expect(JSON.stringify(hits)).toContain('"text":"\u2060\u2060決算短信","highlights":[[4,6]]');
    for (const [name, raw] of [
      ["getDocument", { document_id: "S1", content_status: "ready", title: hostile }],
      ["listOriginals", { originals: [{ original_id: "zip", file_name: hostile }] }],
      ["getNews", { news_id: "N1", title: hostile, statement: hostile, references: [{ title: hostile }] }],
      ["getToc", { toc: [{ section_id: "a", title: hostile }] }],
      ["searchIssuers", { issuers: [{ security_code: "1301", name: hostile, name_kana: hostile }] }],
    ] as const) {
      const read = readTolerantly(name, raw);
      expect(read).toHaveProperty("value");
      expect(JSON.stringify(read), name).not.toMatch(/[\u202e\u2069]/);
    }
    expect(JSON.stringify(readTolerantly("getContent", { content: hostile }))).toContain(hostile);
  });
});
