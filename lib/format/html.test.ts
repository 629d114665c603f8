import { expect, it } from "vitest";
import { html } from "./html.ts";

it("escapes what it is given, in text and in attributes", () => {
  const title = `<script>"it's" & more`;
  expect(html`<td title="${title}">${title}</td>`.text).toBe(
    '<td title="&lt;script&gt;&quot;it&#39;s&quot; &amp; more">&lt;script&gt;&quot;it&#39;s&quot; &amp; more</td>',
  );
});

it("takes HTML of its own kind as it is, one or many, and nothing for what is not there", () => {
  const rows = ["a", "<b>"].map((each) => html`<tr>${each}</tr>`);
  expect(html`<tbody>${rows}${undefined}${html`<tr>${3}</tr>`}</tbody>`.text).toBe(
    "<tbody><tr>a</tr><tr>&lt;b&gt;</tr><tr>3</tr></tbody>",
  );
});
