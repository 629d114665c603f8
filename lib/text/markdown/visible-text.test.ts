import { expect, test } from "vitest";
import { buildSections } from "../../../service/ingest/text/build-sections.ts";
import { readPage } from "../../../service/ingest/text/read-page.ts";
import { visibleText } from "./visible-text.ts";

test("the words of HTML are read with their references, each with its place in the source", () => {
  const source = "<table><tr><td>R&amp;D &lt;甲></td></tr></table>";
  const { text, starts, ends } = visibleText(source);
  expect(text.trim()).toBe("R&D <甲>");
  const at = text.indexOf("&");
  expect(source.slice(starts[at], ends[at])).toBe("&amp;");
});

test("words that a filer aligned are quoted like words that nobody aligned", () => {
  const wordsOf = (align: string): string[] => {
    const body = `<h2>第１【企業の概況】</h2><p style="text-align:${align}">R&amp;D <b>2026</b>年６月26日</p><p>本文</p>`;
    const { blocks } = readPage(`<html><body>${body}</body></html>`);
    const sections = buildSections(blocks, { coverTitle: "表紙", images: () => undefined });
    return sections.map(({ markdown }) => visibleText(markdown).text.trim());
  };
  expect(wordsOf("right").join("")).toContain("R&D");
  expect(wordsOf("right")).toEqual(wordsOf("left"));
});
