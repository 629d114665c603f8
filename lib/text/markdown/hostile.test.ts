import { Parser } from "htmlparser2";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "./render.ts";
import { testOptions } from "./testing.ts";

const allowedTags = new Set(
  `a b blockquote br button caption code col colgroup dd del div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins
  li ol p pre rp rt ruby s section span strong sub sup table tbody td tfoot th thead tr u ul`.split(/\s+/),
);
const allowedAttributes = new Set(
  `href rel target class id lang role aria-label scope colspan rowspan span start tabindex type data-tsv`.split(/\s+/),
);

/** Collects everything in the output that a browser would act on. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (!allowedTags.has(name)) faults.push(`<${name}>`);
      for (const [attribute, value] of Object.entries(attributes)) {
        const isWidth =
          attribute === "style" &&
          /^(?:(?:^|;)--(?:all|least|good|share):(?:[\d.]+(?:rem)?|min\([\d.]+rem,\d\dcqw\)))+$/u.test(value);
        if (!allowedAttributes.has(attribute) && !isWidth) faults.push(`${name}[${attribute}]`);
        if (attribute === "href" && !/^(?:https?:\/\/|#s1-)/.test(value)) faults.push(`href=${value}`);
        if (attribute === "href" && /^https?:\/\/[^/?#]*@/.test(value)) faults.push(`credentials in ${value}`);
        if (attribute === "href" && value.startsWith("http") && attributes["rel"] !== "noopener noreferrer nofollow") {
          faults.push("link without rel");
        }
      }
    },
    oncomment: () => faults.push("comment"),
    onprocessinginstruction: () => faults.push("instruction"),
  });
  parser.end(html);
  return faults;
}

const corpus: readonly string[] = [
  "<script>alert(1)</script>",
  "<scr<script>ipt>alert(1)</scr</script>ipt>",
  "<img src=x onerror=alert(1)>",
  "![x](javascript:alert(1))",
  "![x](https://example.com/track.gif)",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](&#106;avascript:alert(1))",
  "[x](vbscript:msgbox(1))",
  "[x](data:text/html;base64,PHNjcmlwdD4=)",
  "[x](//evil.example/)",
  "[x](/sign-out)",
  "[x](file:///etc/passwd)",
  "[x](https://user:secret@example.com/)",
  "[x](https://@evil.example/)",
  "https://user:secret@example.com/path",
  "<https://user:secret@example.com/>",
  "www.user:secret@example.com",
  "<a href='javascript:alert(1)'>x</a>",
  "<a href=' &#1; javascript:alert(1)'>x</a>",
  "<a href='https://ok.example' onclick='alert(1)' target='x' rel='opener'>x</a>",
  "<a id=fn-1 name=x href='#top'>x</a>",
  "<style>body{display:none}</style>",
  "<p style='position:fixed;inset:0'>x</p>",
  "<div class='buy' id='main'>x</div>",
  "<link rel=stylesheet href=https://evil.example/x.css>",
  "<meta http-equiv=refresh content='0;url=https://evil.example'>",
  "<base href=https://evil.example/>",
  "<iframe src=javascript:alert(1)></iframe>",
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  "<object data=x></object><embed src=x>",
  "<form action=/api/purchases><input name=x><button>buy</button></form>",
  "<button data-tsv onclick=alert(1)>x</button>",
  "<svg onload=alert(1)></svg>",
  "<svg><style><img src=x onerror=alert(1)></style></svg>",
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  "<math><annotation-xml encoding=text/html><style><img src=x onerror=alert(1)></style></annotation-xml></math>",
  '<form><math><mtext></form><form><mglyph><svg><mtext><style><path id="</style><img onerror=alert(1) src>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<textarea><img title='</textarea><img src=x onerror=alert(1)>'></textarea>",
  "<title><img title='</title><img src=x onerror=alert(1)>'></title>",
  "<template><script>alert(1)</script></template>",
  "<xmp><img title='</xmp><img src=x onerror=alert(1)>'></xmp>",
  "<select><option><style></option></select><img src=x onerror=alert(1)></style>",
  "<!-- --!><img src=x onerror=alert(1)> -->",
  "<!--><img src=x onerror=alert(1)>",
  "<![CDATA[<img src=x onerror=alert(1)>]]>",
  "<?xml-stylesheet href='javascript:alert(1)'?>",
  "<video><source onerror=alert(1)></video><audio src=x onerror=alert(1)>",
  "<details ontoggle=alert(1) open>x</details>",
  "<table background='javascript:alert(1)'><tr><td onmouseover=alert(1) style='x' colspan=1000000000>1</td></tr></table>",
  "<table><td><table><td><script>alert(1)</script></table></table>",
  "<td><img src=x onerror=alert(1)></td>",
  "| a | b |\n|---|---|\n| <img src=x onerror=alert(1)> | [x](javascript:alert(1)) |",
  "```html\n<script>alert(1)</script>\n```",
  "<https://example.com/<script>alert(1)</script>>",
  "<p is=x-evil slot=a part=b contenteditable autofocus onfocus=alert(1)>x",
  "[^1]\n\n[^1]: <img src=x onerror=alert(1)>",
  "x\u0000<scr\u0000ipt>alert(1)</script>",
  "<body onload=alert(1)><html onclick=alert(1)>",
  "<p data-tsv hidden popover>x</p>",
];

describe("hostile text", () => {
  test.each(corpus)("is left without anything a browser acts on: %s", (source) => {
    expect(faultsOf(renderMarkdown(source, testOptions).html)).toEqual([]);
    expect(faultsOf(renderMarkdown(`まえ\n\n${source}\n\nあと`, testOptions).html)).toEqual([]);
  });

  test("is unchanged when the output is parsed and sanitised again", () => {
    for (const source of corpus) {
      const once = renderMarkdown(source, testOptions).html;
      expect(faultsOf(renderMarkdown(once, testOptions).html)).toEqual([]);
    }
  });

  test("keeps the text around what is dropped", () => {
    const { html } = renderMarkdown("前<script>alert(1)</script>後 <blink>光</blink>", testOptions);
    expect(html).toContain("前");
    expect(html).toContain("後 光");
    expect(html).not.toContain("alert");
  });

  test.each([
    ["quotes", ">".repeat(20_000)],
    ["spaced quotes", "> ".repeat(20_000)],
    ["lists", "- ".repeat(20_000)],
    ["indented lists", Array.from({ length: 2000 }, (_, i) => `${" ".repeat(i * 2)}- x`).join("\n")],
    ["brackets", "[".repeat(50_000)],
    ["images", "![".repeat(50_000)],
    ["stars", "*a ".repeat(50_000)],
    ["stars without space", "*a".repeat(50_000)],
    ["underscores", "_a".repeat(50_000)],
    ["backticks", Array.from({ length: 2000 }, (_, i) => "`".repeat(i % 300)).join("a")],
    ["div elements", "<div>".repeat(50_000)],
    ["nested tables", "<table><tr><td>".repeat(20_000)],
    ["open links", "<a href=x>".repeat(20_000)],
    ["open angle brackets", "<".repeat(100_000)],
    ["table pipes", `${"|".repeat(20_000)}\n${"|-".repeat(20_000)}|`],
    ["entities", "&".repeat(100_000)],
    ["footnote marks", "[^a]".repeat(20_000)],
    ["links in links", "[a](".repeat(20_000)],
    ["autolinks", "www.".repeat(20_000)],
    ["mail addresses", "a@".repeat(30_000)],
    ["strike", "~~a".repeat(30_000)],
  ])("built to exhaust the parser (%s) is still shown, with limited work", (_, source) => {
    const start = process.cpuUsage();
    const { html } = renderMarkdown(source, testOptions);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000).toBeLessThan(12_000);
    expect(faultsOf(html)).toEqual([]);
    expect(html.length).toBeGreaterThan(0);
  });
});
