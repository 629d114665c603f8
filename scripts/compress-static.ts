/** Compresses the build's scripts and styles once, as strongly as possible: `lib/server/compressed-files.ts` serves them. */
import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isCompressible, suffixes } from "../lib/server/compressed-files.ts";

const folder = path.join(import.meta.dirname, "..", ".next", "static");
const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };

const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => isCompressible(name));
await Promise.all(
  names.map(async (name) => {
    const file = path.join(folder, name);
    const bytes = await readFile(file);
    const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } };
    await writeFile(file + suffixes.br, await pack.br(bytes, brotli));
    await writeFile(file + suffixes.gzip, await pack.gzip(bytes, { level: 9 }));
  }),
);
