import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterEach, expect, test } from "vitest";
import { compileHint, prepareStaticFiles } from "./static-files.ts";

const folder = mkdtempSync(path.join(tmpdir(), "hiraku-static-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("scripts get their hint once, and every copy is of what is served", async () => {
  mkdirSync(path.join(folder, "chunks"), { recursive: true });
  const files = { "chunks/a.js": "go('開');", "b.js": "", "chunks/c.css": "a{}", "d.svg": "<svg/>" };
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(folder, name), text);
  const read = (name: string) => readFileSync(path.join(folder, name));
  for (let round = 0; round < 2; round++) {
    await prepareStaticFiles(folder);
    for (const [name, text] of Object.entries(files)) {
      const served = name.endsWith(".js") ? `//# allFunctionsCalledOnLoad\n${text}` : text;
      expect(read(name).toString()).toBe(served);
      expect(brotliDecompressSync(read(`${name}.br`)).toString()).toBe(served);
      expect(gunzipSync(read(`${name}.gz`)).toString()).toBe(served);
    }
  }
  expect(compileHint.endsWith("\n")).toBe(true);
});
