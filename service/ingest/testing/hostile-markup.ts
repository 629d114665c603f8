import { filing, type HostileFile, raw } from "./hostile-file.ts";
import { manifestOf } from "./make-filing.ts";

/** Hostile markup: XML that refers to files and addresses, and HTML with scripts. */

const bigDoctype = `<!DOCTYPE html [${Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("")}]>`;
const manifest =
  (xml: string): HostileFile["bytes"] =>
  () =>
    filing("<p>本文</p>", [{ name: "XBRL/PublicDoc/manifest_PublicDoc.xml", data: xml }]);

export const xml: readonly HostileFile[] = [
  {
    name: "entities that expand",
    bytes: raw(`<?xml version="1.0"?>${bigDoctype}<html><body><p>&l9;</p></body></html>`),
    refused: ["doctype_refused"],
  },
  {
    name: "an entity that reads a file",
    bytes: raw(`<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html><body><p>&x;</p></body></html>`),
    refused: ["doctype_refused"],
  },
  {
    name: "an entity that asks the network",
    bytes: raw(`<!DOCTYPE html [<!ENTITY % x SYSTEM "http://127.0.0.1:1/x"> %x;]><html><body><p>a</p></body></html>`),
    refused: ["doctype_refused"],
  },
  {
    name: "a DTD in the manifest",
    bytes: manifest(`<!DOCTYPE manifest SYSTEM "http://127.0.0.1:1/x">${manifestOf([])}`),
    refused: ["doctype_refused"],
  },
  {
    name: "an entity in the manifest",
    bytes: manifest(
      `<!DOCTYPE m [<!ENTITY a "b">]><manifest><list><instance><ixbrl>&a;</ixbrl></instance></list></manifest>`,
    ),
    refused: ["doctype_refused"],
  },
  {
    name: "a manifest that climbs",
    bytes: manifest(manifestOf(["../../../etc/passwd", "..\\x.htm", "/etc/passwd"])),
    keeps: "本文",
  },
  { name: "a manifest that is no XML", bytes: manifest("%PDF-1.7 nonsense <<<>>>"), keeps: "本文" },
  {
    name: "a manifest of 100,000 files",
    bytes: manifest(manifestOf(Array.from({ length: 100_000 }, (_, at) => `${at}.htm`))),
    keeps: "本文",
  },
  {
    name: "a manifest that names one page 1,000 times",
    bytes: manifest(manifestOf(Array.from({ length: 1_000 }, () => "0101010_honbun_x_ixbrl.htm"))),
    keeps: "本文",
  },
  {
    name: "numeric references to nothing",
    bytes: () => filing("<p>&#0;&#xD800;&#x110000;本文&#xFFFF;</p>"),
    keeps: "本文",
  },
];

export const smuggled: readonly HostileFile[] = [
  ["a script", "<script>alert(1)</script>"],
  ["a script in a script", "<scr<script>ipt>alert(1)</script>"],
  ["a script that is written out", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
  [
    "a style",
    "<style>@import 'http://127.0.0.1:1/x';</style><p style=\"background:url(javascript:alert(1))\">本文</p>",
  ],
  ["an event on an image", '<img src="x" onerror="alert(1)"/>'],
  [
    "an image that is a script",
    '<img src="javascript:alert(1)"/><img src="data:text/html,<script>alert(1)</script>"/>',
  ],
  [
    "an image outside the package",
    '<img src="../../../../etc/passwd"/><img src="http://127.0.0.1:1/x.png"/><img src="/etc/passwd"/>',
  ],
  ["an image with a tracker's name", '<img src="images/%2e%2e%2f%2e%2e%2fx.png"/>'],
  ["a link to a script", '<p><a href="javascript:alert(1)">本文</a></p>'],
  [
    "Markdown that is a link to a script",
    "<p>[本文](javascript:alert(1)) ![x](javascript:alert(1)) [a]: javascript:alert(1)</p>",
  ],
  ["Markdown that is an autolink", "<p>&lt;javascript:alert(1)&gt; &lt;http://a.b onmouseover=alert(1)&gt;</p>"],
  ["an SVG", "<svg><script>alert(1)</script><foreignObject><p>x</p></foreignObject></svg>"],
  ["MathML", "<math><mtext><img src=x onerror=alert(1)></mtext></math>"],
  ["a frame", '<iframe src="javascript:alert(1)"><p>x</p></iframe><object data="x"></object><embed src="x"/>'],
  ["a template", "<template><script>alert(1)</script></template>"],
  ["a comment that ends early", "<!--><script>alert(1)</script>--><p>本文</p>"],
  ["a CDATA section", "<p><![CDATA[<script>alert(1)</script>]]></p>"],
  ["a form", '<form action="http://127.0.0.1:1"><input value="x"/><button>x</button></form>'],
  [
    "a base",
    '<base href="http://127.0.0.1:1/"/><meta http-equiv="refresh" content="0;url=x"/><link rel="stylesheet" href="x"/>',
  ],
  [
    "HTML in a table cell",
    "<table><tr><td rowspan='2'>&lt;img src=x onerror=alert(1)&gt;</td><td>&lt;/td&gt;&lt;script&gt;</td></tr><tr><td>&lt;/table&gt;&lt;script&gt;alert(1)&lt;/script&gt;</td></tr></table>",
  ],
  ["HTML in a heading", "<h1>&lt;img src=x onerror=alert(1)&gt;【題】</h1>"],
  [
    "attributes on a table",
    '<table onclick="alert(1)" style="x"><tr><td colspan="2" onmouseover="alert(1)" id="x">甲</td></tr><tr><td>乙</td><td>丙</td></tr></table>',
  ],
  [
    "spans that are no numbers",
    '<table><tr><td colspan="2&quot; onclick=alert(1) x=&quot;" rowspan="-5">甲</td><td>乙</td></tr><tr><td>丙</td><td>丁</td></tr></table>',
  ],
].map(([name, body]) => ({ name: name ?? "", bytes: () => filing(`<p>前</p>${body}<p>後</p>`), keeps: "後" }));
