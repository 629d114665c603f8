import { filing, type HostileFile, html, inside } from "./hostile-file.ts";
import { makeFiling } from "./make-filing.ts";
import { makeZip, type ZipPart } from "./make-zip.ts";

/** Hostile archives: paths that leave the folder, wrong sizes, shared bytes, hidden entries, extreme compression. */

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

export const archives: readonly HostileFile[] = [
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
