import iconv from "iconv-lite";
import { Refusal } from "../refusal.ts";

/** Decodes a page or data file: by its BOM, else as UTF-8 where valid, else by its declared encoding. */
export function decodeText(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return iconv.decode(bytes, "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return iconv.decode(bytes, "utf-16be");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return decodeDeclared(bytes);
  }
}

const knownEncodings = new Map([
  ["shift_jis", "cp932"],
  ["shift-jis", "cp932"],
  ["x-sjis", "cp932"],
  ["sjis", "cp932"],
  ["windows-31j", "cp932"],
  ["ms932", "cp932"],
  ["cp932", "cp932"],
  ["euc-jp", "euc-jp"],
  ["iso-2022-jp", "iso-2022-jp"],
]);

/** With more than this share of replacement characters a page is not text. */
const damagedShareMax = 0.01;

function decodeDeclared(bytes: Buffer): string {
  const head = bytes.subarray(0, 2_048).toString("latin1");
  const declared = /(?:encoding|charset)\s*=\s*["']?([A-Za-z0-9_-]+)/i.exec(head)?.[1]?.toLowerCase();
  const encoding = declared === undefined ? undefined : knownEncodings.get(declared);
  const text = encoding === "cp932" || encoding === "euc-jp" ? iconv.decode(bytes, encoding) : bytes.toString("utf8");
  let damaged = 0;
  for (let i = text.indexOf("\ufffd"); i >= 0; i = text.indexOf("\ufffd", i + 1)) damaged++;
  if (damaged > text.length * damagedShareMax) {
    throw new Refusal("unreadable_text", `The text is not in the encoding it claims (${declared ?? "UTF-8"}).`);
  }
  return text;
}
