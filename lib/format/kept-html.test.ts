import { expect, it } from "vitest";
import { keptHtml } from "./kept-html.ts";

it("is made once for each list and form, and again for any other", () => {
  const [rows, others] = [["a"], ["a"]];
  const made: string[] = [];
  const htmlOf = (list: object, form: string) =>
    keptHtml(list, form, () => {
      made.push(form);
      return `<p>${form}</p>`;
    });
  expect(htmlOf(rows, "en")).toBe("<p>en</p>");
  expect(htmlOf(rows, "en")).toBe("<p>en</p>");
  expect(htmlOf(rows, "ja")).toBe("<p>ja</p>");
  expect(htmlOf(others, "en")).toBe("<p>en</p>");
  expect(made).toEqual(["en", "ja", "en"]);
});
