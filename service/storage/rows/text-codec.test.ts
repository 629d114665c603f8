import { zstdCompressSync } from "node:zlib";
import { expect, test } from "vitest";
import { packText, unpackText } from "./text-codec.ts";

test("a text of any length comes back as it was", () => {
  const lengths = [0, 1, 63, 64, 65, 191, 192, 193, 255, 256, 257, 5_000, 70_000];
  const texts = [
    ...lengths.map((length) => "a".repeat(length)),
    "事業の内容",
    "売上高は増加した。".repeat(200),
    "𠮷野家",
  ];
  for (const text of texts) expect(unpackText(packText(text))).toBe(text);
});

test("a short text is stored in the compressor's own format, without a compressor", () => {
  // What does not shrink is written so by the compressor too.
  for (const text of ["", "事業", "01234567890abcdefghijklmnopqrstuvwxyz"]) {
    expect(unpackText(zstdCompressSync(text))).toBe(text);
    expect(packText(text).length).toBeLessThanOrEqual(zstdCompressSync(text).length + 1);
  }
  expect(packText("事".repeat(64)).subarray(9).toString()).toBe("事".repeat(64));
  expect(packText("事".repeat(500)).length).toBeLessThan(100);
});
