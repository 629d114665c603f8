// Character maps, standard fonts and decoders of the installed pdf.js, to where the browser can fetch them. They must
// be of the very version that reads them, so they are copied and never committed.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const source = path.dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
const target = path.join(root, "public", "pdf");
const stamp = path.join(target, "version");
const { version } = JSON.parse(readFileSync(path.join(source, "package.json"), "utf8"));

if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== version) {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  for (const folder of ["cmaps", "standard_fonts", "wasm", "iccs"]) {
    cpSync(path.join(source, folder), path.join(target, folder), { recursive: true });
  }
  // Last, so that a copy that was cut short is made again.
  writeFileSync(stamp, version);
}
