import { zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** Sections are stored compressed, each on its own: filings shrink to about a third, and one is read without another. */
export function packText(text: string): Buffer {
  return zstdCompressSync(text);
}

export function unpackText(packed: Uint8Array): string {
  return zstdDecompressSync(packed).toString("utf8");
}
