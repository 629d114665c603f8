import { filing, type HostileFile, inside, raw } from "./hostile-file.ts";
import { page } from "./make-filing.ts";
import { makeZip } from "./make-zip.ts";

/** Hostile bytes: pages in other encodings than declared, files that only claim to be images. */
export const encodings: readonly HostileFile[] = [
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
