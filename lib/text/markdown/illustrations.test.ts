import { describe, expect, test } from "vitest";
import type { Illustration } from "./illustrations.ts";
import { renderMarkdown } from "./render.ts";
import { testOptions } from "./testing.ts";

const absent: Illustration = {
  image: null,
  ways: [
    { href: "/documents/D/originals/image-1", words: "Image as filed", price: { credits: 8, spoken: "credits" } },
    { href: "/documents/D/pages/4", words: "Page image", price: null },
  ],
  note: "Nowhere",
  label: null,
};
const owned: Illustration = {
  ...absent,
  image: { src: "/api/x", width: 640, height: 480, href: "/documents/D/originals/image-1", zooms: false },
};
const html = (source: string, illustrations: Readonly<Record<string, Illustration>>): string =>
  renderMarkdown(source, { ...testOptions, illustrations }).html;

describe("an image that the text refers to", () => {
  test("is replaced by a line with its name, the original with its price, and the page", () => {
    const out = html("前\n\n![](images/chart.png)\n\n後", { "chart.png": absent });
    expect(out).toMatch(/^<p>前<\/p>\s<figure class="fig absent" lang="en">.*<\/figure>\s<p>後<\/p>$/);
    expect(out).toContain('<span class="name">chart.png</span>');
    expect(out).toContain(
      '<a href="/documents/D/originals/image-1">Image as filed</a> <span class="price">8<span class="sr-only"> credits</span></span>',
    );
    expect(out).toContain('<a href="/documents/D/pages/4">Page image</a>');
    expect(out).not.toContain("<img");
  });

  test("is shown in place with its size reserved where it is owned", () => {
    expect(html("![](images/chart.png)", { "chart.png": owned })).toBe(
      '<figure class="fig"><a href="/documents/D/originals/image-1"><img src="/api/x" alt="Figure chart.png" width="640" height="480" loading="lazy" decoding="async"></a></figure>',
    );
  });

  test("that came with the text can be enlarged, and is named after what stands around it", () => {
    const image = { src: "/api/i/a.png", width: 640, height: 480, href: "/api/i/a.png", zooms: true };
    const out = html("![](images/chart.png)", { "chart.png": { ...absent, image, label: "Figure 2: 企業集団の状況" } });
    expect(out).toBe(
      '<figure class="fig"><a href="/api/i/a.png" data-zoom=""><img src="/api/i/a.png" alt="Figure 2: 企業集団の状況" width="640" height="480" loading="lazy" decoding="async"></a></figure>',
    );
    expect(html("![組織図](images/chart.png)", { "chart.png": { ...absent, image, label: "x" } })).toContain(
      'alt="組織図"',
    );
  });

  test("that is unknown is said to be missing, and is not loaded from anywhere", () => {
    const out = html("![](images/none.png)", {});
    expect(out).toContain("none.png");
    expect(out).not.toMatch(/<img|href|src=/);
  });

  test("within a sentence, a cell or a link is replaced inline, and links are never nested", () => {
    expect(html("左![](images/chart.png)右", { "chart.png": absent })).toMatch(/^<p>左<span class="fig absent"/);
    expect(html("| a |\n|---|\n| ![](images/chart.png) |", { "chart.png": absent })).toContain(
      '<span class="fig absent"',
    );
    const linked = html("[![](images/chart.png)](https://ok.example/)", { "chart.png": absent });
    expect(linked.match(/<a /g)).toHaveLength(1);
  });

  test("its replacement text is marked with the interface's language", () => {
    expect(html("![図表](images/chart.png)", { "chart.png": absent })).toContain('<span class="name">図表</span>');
  });

  test.each([
    "![](images/../../secret.png)",
    "![](images/%2e%2e%2fsecret.png)",
    "![](images/a/b.png)",
    "![](/images/chart.png)",
    "![](https://evil.example/images/chart.png)",
    "![](images/chart.png?x=1)",
    "![](images/chart.png#x)",
    "<img src='images/..'>",
    "<img src='images/\\evil.png'>",
    "<img src='images/a%00b.png'>",
    '<img src="images/__proto__">',
    '<img src="images/constructor" onerror="alert(1)">',
    "<img src='images/%22onload=alert(1)'>",
    "<img data-figure=chart.png src=x>",
    "<img src='images/<script>'>",
  ])("with a hostile name is not linked: %s", (source) => {
    const out = html(source, { "chart.png": owned });
    expect(out).not.toMatch(/<img|<script|<[^>]* (?:src|href|onload|onerror)=/);
  });

  test("with markup in its name is named in plain text", () => {
    expect(html("![](images/a&lt;b&gt;&amp;c.png)", {})).toContain("a&#x3C;b>&#x26;c.png");
  });
});
