import iconv from "iconv-lite";
import { RefusedFile } from "./refused.ts";

/** UTF-8 and UTF-16 by their marks or their bytes, else the Japanese code page of Windows. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder("utf-16be").decode(bytes);
  // No text of any of these encodings has it.
  if (bytes.includes(0)) throw new RefusedFile("unreadable");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return iconv.decode(Buffer.from(bytes), "cp932");
  }
}
