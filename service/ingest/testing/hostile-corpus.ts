import type { RefusalReason } from "../refusal.ts";
import { makeFiling, manifestOf, page } from "./make-filing.ts";
import { makeZip, type ZipPart } from "./make-zip.ts";

/** Files that somebody made to hurt. Each says how it must end: refused for one of these reasons, or survived. */
interface HostileFile {
  readonly name: string;
  readonly bytes: () => Buffer;
  readonly refused?: readonly RefusalReason[];
  /** Text that must, or must not, be in what is delivered. */
  readonly keeps?: string;
  readonly drops?: string;
}

const inside = "XBRL/PublicDoc/0101010_honbun_x_ixbrl.htm";
const html = (body: string): ZipPart => ({ name: inside, data: page(body, "") });
const filing = (body: string, extra: readonly ZipPart[] = []): Buffer =>
  makeZip([{ ...html(body), stored: true }, ...extra]);
const named =
  (name: string | Buffer, more: Partial<ZipPart> = {}): HostileFile["bytes"] =>
  () =>
    filing("<p>本文</p>", [{ name, data: "x", ...more }]);
const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1_048_576);

const paths: readonly HostileFile[] = [
  ["a path that climbs", "../../etc/passwd"],
  ["a path that climbs in the middle", "XBRL/../../x"],
  ["a path that climbs with backslashes", "XBRL\\..\\..\\x"],
  ["an absolute path", "/etc/passwd"],
  ["a drive letter", "C:\\Windows\\x"],
  ["a network share", "\\\\server\\share\\x"],
  ["a NUL in a name", "XBRL/a\u0000.htm"],
  ["a line end in a name", "XBRL/a\n.htm"],
  ["a device name", "XBRL/CON"],
  ["a device name with an ending", "XBRL/nul.txt"],
  ["an alternate stream", "XBRL/a.htm:evil"],
  ["a name that ends in a dot", "XBRL/a."],
  ["a name of spaces", "XBRL/ "],
  ["an empty part", "XBRL//a"],
  ["a name that is too long", `XBRL/${"a".repeat(2_000)}`],
].map(([name, path]) => ({ name: name ?? "", bytes: named(path ?? ""), refused: ["unsafe_path"] }));

const archives: readonly HostileFile[] = [
  ...paths,
  {
    name: "a name that is no UTF-8 though it says so",
    bytes: named(Buffer.from([0x61, 0xff, 0xfe])),
    refused: ["unsafe_path"],
  },
  {
    name: "a symbolic link",
    bytes: named("XBRL/link", { data: "/etc/passwd", unixMode: 0o120777 }),
    refused: ["symlink"],
  },
  { name: "a device node", bytes: named("XBRL/node", { unixMode: 0o020666 }), refused: ["symlink"] },
  { name: "an encrypted entry", bytes: named("XBRL/secret", { flags: 0x801 }), refused: ["encrypted_archive"] },
  { name: "nothing at all", bytes: () => Buffer.alloc(0), refused: ["not_an_archive"] },
  {
    name: "text instead of an archive",
    bytes: () => Buffer.from("<html>メンテナンス中</html>"),
    refused: ["not_an_archive"],
  },
  { name: "an archive cut in half", bytes: () => makeFiling().subarray(0, 700), refused: ["not_an_archive"] },
  {
    name: "an archive with its middle overwritten",
    bytes: () => makeFiling().fill(0x41, 60, 400),
    refused: ["damaged_archive"],
  },
  {
    name: "a wrong checksum",
    bytes: () => makeZip([{ ...html("<p>a</p>"), claimedCrc: 1 }]),
    refused: ["damaged_archive"],
  },
  {
    name: "a size that lies low",
    bytes: () => makeZip([{ ...html(`<p>${"あ".repeat(9_000)}</p>`), claimedSize: 10 }]),
    refused: ["damaged_archive"],
  },
  {
    name: "a size that lies high",
    bytes: () => makeZip([{ ...html("<p>a</p>"), claimedSize: 40_000_000 }]),
    refused: ["ratio_too_high", "damaged_archive"],
  },
  {
    name: "an unknown method of packing",
    bytes: () => makeZip([{ ...html("<p>a</p>"), method: 99 }]),
    refused: ["damaged_archive"],
  },
  {
    name: "a count that lies",
    bytes: () => makeZip([html("<p>a</p>")], { claimedCount: 60_000 }),
    refused: ["too_many_entries", "not_an_archive", "damaged_archive"],
  },
  {
    name: "more entries than any filing has",
    bytes: () => makeZip(Array.from({ length: 10_001 }, (_, at) => ({ name: `x/${at}`, data: "", stored: true }))),
    refused: ["too_many_entries"],
  },
  { name: "one path twice", bytes: () => makeZip([html("<p>a</p>"), html("<p>b</p>")]), refused: ["duplicate_entry"] },
  { name: "one path twice in other letters", bytes: named(inside.toUpperCase()), refused: ["duplicate_entry"] },
  {
    name: "a bomb",
    bytes: () => filing("<p>a</p>", [{ name: "XBRL/bomb", data: zeros(200) }]),
    refused: ["ratio_too_high"],
  },
  { name: "a bomb of a page", bytes: () => makeZip([{ name: inside, data: zeros(40) }]), refused: ["ratio_too_high"] },
  {
    name: "entries that share their bytes",
    bytes: () =>
      filing("<p>a</p>", [
        { name: "a", data: zeros(1), stored: true },
        { name: "b", data: zeros(1), stored: true, offsetOf: 1 },
      ]),
    refused: ["overlapping_entries"],
  },
  {
    name: "an archive in an archive",
    bytes: () => makeZip([{ name: "XBRL/PublicDoc.zip", data: makeFiling() }]),
    refused: ["unknown_layout"],
  },
  {
    name: "an archive of something else",
    bytes: () => makeZip([{ name: "word/document.xml", data: "<w/>" }]),
    refused: ["unknown_layout"],
  },
  {
    name: "a filing beside an archive in an archive",
    bytes: () => filing("<p>本文</p>", [{ name: "inner.zip", data: makeZip([{ name: "../x", data: "x" }]) }]),
    keeps: "本文",
  },
  {
    name: "a comment that looks like an archive",
    bytes: () => makeZip([html("<p>本文</p>")], { comment: "PK\u0005\u0006 nothing" }),
    keeps: "本文",
  },
];

const bigDoctype = `<!DOCTYPE html [${Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join("")}]>`;
const raw =
  (text: string | Buffer): HostileFile["bytes"] =>
  () =>
    makeZip([{ name: inside, data: text }]);
const manifest =
  (xml: string): HostileFile["bytes"] =>
  () =>
    filing("<p>本文</p>", [{ name: "XBRL/PublicDoc/manifest_PublicDoc.xml", data: xml }]);

const xml: readonly HostileFile[] = [
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

const smuggled: readonly HostileFile[] = [
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

const shapes: readonly HostileFile[] = [
  {
    name: "10,000 headings",
    bytes: () =>
      filing(
        Array.from({ length: 10_000 }, (_, at) => `<h${(at % 6) + 1}>（${at}）見出し</h${(at % 6) + 1}><p>文</p>`).join(
          "",
        ),
      ),
    keeps: "（9999）見出し",
  },
  { name: "10,000 headings of one name", bytes: () => filing("<h2>同じ</h2>".repeat(10_000)), keeps: "同じ" },
  { name: "10,000 empty headings", bytes: () => filing(`${"<h2/>".repeat(10_000)}<p>本文</p>`), keeps: "本文" },
  {
    name: "a table of 100,000 cells",
    bytes: () => filing(`<table>${`<tr>${"<td><p>1,234</p></td>".repeat(100)}</tr>`.repeat(1_000)}</table>`),
    keeps: "1,234",
  },
  {
    name: "a table of 100,000 merged cells",
    bytes: () =>
      filing(`<table>${`<tr>${'<td rowspan="2"><p>甲</p></td>'.repeat(100)}</tr><tr></tr>`.repeat(500)}</table>`),
    keeps: "甲",
  },
  {
    name: "more cells than any filing has",
    bytes: () => filing(`<table>${`<tr>${"<td>1</td>".repeat(1_000)}</tr>`.repeat(450)}</table>`),
    refused: ["too_large"],
  },
  {
    name: "a cell that spans a billion",
    bytes: () =>
      filing('<table><tr><td colspan="1000000000" rowspan="1000000000">甲</td></tr><tr><td>乙</td></tr></table>'),
    keeps: "乙",
  },
  {
    name: "10,000 cells that span a thousand",
    bytes: () => filing(`<table>${'<tr><td colspan="1000" rowspan="9999">甲</td></tr>'.repeat(10_000)}</table>`),
    keeps: "甲",
  },
  {
    name: "elements nested 100,000 deep",
    bytes: () => filing(`${"<div>".repeat(100_000)}底`),
    refused: ["nested_too_deeply"],
  },
  {
    name: "tables nested 5,000 deep",
    bytes: () => filing("<table><tr><td>".repeat(5_000)),
    refused: ["nested_too_deeply"],
  },
  {
    name: "tables nested 100 deep",
    bytes: () => filing(`${"<table><tr><td>甲</td><td>".repeat(99)}底${"</td></tr></table>".repeat(99)}`),
    keeps: "底",
  },
  { name: "100,000 unclosed paragraphs", bytes: () => filing("<p>文".repeat(100_000)), keeps: "文" },
  {
    name: "a text of one line and eight million characters",
    bytes: () => filing(`<p>${Array.from({ length: 800_000 }, (_, at) => String(at).padStart(10, "0")).join("")}</p>`),
    keeps: "0000000001",
  },
  {
    name: "a million stars and brackets",
    bytes: () => filing(`<p>${Array.from({ length: 200_000 }, (_, at) => `*[_${at % 97}`).join("")}</p>`),
    keeps: "\\*",
  },
  {
    name: "an attribute of four million characters",
    bytes: () => filing(`<p style="${Array.from({ length: 400_000 }, (_, at) => `a${at}:b;`).join("")}">本文</p>`),
    keeps: "本文",
  },
  {
    name: "a style sheet that backtracks",
    bytes: () => filing(`<style>${"a{".repeat(50_000)}${"@media x{".repeat(2_000)}</style><p>本文</p>`),
    keeps: "本文",
  },
  { name: "closing tags alone", bytes: () => filing(`${"</td></tr></table></div></p>".repeat(20_000)}<p>本文</p>`) },
  { name: "cells without a table", bytes: () => filing("<td>甲</td><tr><th>乙</th></tr><p>本文</p>"), keeps: "本文" },
];

const encodings: readonly HostileFile[] = [
  {
    name: "noise instead of a page",
    bytes: raw(Buffer.from(Array.from({ length: 40_000 }, (_, at) => (at * 7_919) % 251))),
    refused: ["unreadable_text"],
  },
  {
    name: "CP932 that says it is UTF-8",
    bytes: raw(
      Buffer.concat([
        Buffer.from('<?xml version="1.0" encoding="UTF-8"?><html><body><p>'),
        Buffer.from("93fa967b8cea".repeat(200), "hex"),
        Buffer.from("</p></body></html>"),
      ]),
    ),
    refused: ["unreadable_text"],
  },
  {
    name: "CP932 that says so",
    bytes: raw(
      Buffer.concat([
        Buffer.from('<?xml version="1.0" encoding="Shift_JIS"?><html><body><p>'),
        Buffer.from("93fa967b8cea", "hex"),
        Buffer.from("</p></body></html>"),
      ]),
    ),
    keeps: "日本語",
  },
  {
    name: "UTF-16",
    bytes: raw(Buffer.from(`\ufeff${page("<p>日本語</p>", "").slice(1)}`, "utf16le")),
    keeps: "日本語",
  },
  {
    name: "UTF-7 that hides a script",
    bytes: raw('<html><head><meta charset="utf-7"/></head><body><p>+ADw-script+AD4-alert(1)</p></body></html>'),
    keeps: "+ADw-script",
  },
  {
    name: "NULs and control characters in the text",
    bytes: () => filing("<p>本\u0000\u0001\u0008\u001b文</p>"),
    keeps: "本文",
  },
  { name: "lone surrogates", bytes: () => filing("<p>本&#xD83D;文&#xDE00;</p>"), keeps: "文" },
  { name: "a package without a page", bytes: () => makeZip([{ name: "XBRL/PublicDoc/a.xsd", data: "<x/>" }]) },
  { name: "a package of empty pages", bytes: () => makeZip([{ name: inside, data: "" }]) },
  {
    name: "an image of 60,000 by 60,000",
    bytes: () =>
      filing('<p>本文</p><img src="images/a.png"/>', [{ name: "XBRL/PublicDoc/images/a.png", data: hugePng() }]),
    keeps: "本文",
    drops: "a.png",
  },
  {
    name: "an image that is HTML",
    bytes: () =>
      filing('<p>本文</p><img src="images/a.png"/>', [
        { name: "XBRL/PublicDoc/images/a.png", data: "<script>alert(1)</script>".repeat(9) },
      ]),
    keeps: "本文",
    drops: "a.png",
  },
  {
    name: "an image whose name is Markdown",
    bytes: () =>
      filing('<p>本文</p><img src="images/a](javascript:alert(1)).png"/>', [
        { name: "XBRL/PublicDoc/images/a](javascript:alert(1)).png", data: "x" },
      ]),
    refused: ["unsafe_path"],
  },
];

function hugePng(): Buffer {
  const bytes = Buffer.alloc(64);
  bytes.writeUInt32BE(0x89504e47, 0);
  bytes.writeUInt32BE(0x0d0a1a0a, 4);
  bytes.writeUInt32BE(60_000, 16);
  bytes.writeUInt32BE(60_000, 20);
  return bytes;
}

export const hostileFiles: readonly HostileFile[] = [...archives, ...xml, ...smuggled, ...shapes, ...encodings];
