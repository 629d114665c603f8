import { readdirSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { isCompressible, suffixes } from "../lib/server/compressed-files.ts";

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };

/**
 * Chromium then compiles the whole script on another thread while it arrives. Else it compiles each module when that is
 * first called, on the page's own thread and between the reader's clicks. To other browsers it is a comment.
 */
export const compileHint = "//# allFunctionsCalledOnLoad\n";

/** Gives each script of a build its hint, and compresses scripts and styles once, as strongly as possible. */
export async function prepareStaticFiles(folder: string): Promise<void> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => isCompressible(name));
  await Promise.all(names.map((name) => prepare(path.join(folder, name))));
}

async function prepare(file: string): Promise<void> {
  const built = await readFile(file);
  const hints = path.extname(file) === ".js" && !built.toString("utf8", 0, compileHint.length).startsWith(compileHint);
  const bytes = hints ? Buffer.concat([Buffer.from(compileHint), built]) : built;
  if (hints) await writeFile(file, bytes);
  const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength } };
  await writeFile(file + suffixes.br, await pack.br(bytes, brotli));
  await writeFile(file + suffixes.gzip, await pack.gzip(bytes, { level: 9 }));
}
