// Browsers fetch these files, which must be of the very version that is installed: they are copied and never committed.
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import {
  facesFolder,
  facesSheet,
  japaneseSlices,
  type SlicedPackage,
  slicedPackages,
} from "../lib/kit/fonts/faces-sheet.ts";

const served = path.join(path.dirname(import.meta.dirname), "public");
const require = createRequire(import.meta.url);

copyPdfAssets(path.join(served, "pdf"));
copyFonts(path.join(served, "fonts"));

/** Character maps, standard fonts and decoders of pdf.js. */
function copyPdfAssets(target: string): void {
  const manifest = require.resolve("pdfjs-dist/package.json");
  unlessThere(target, versionIn(manifest), () => {
    for (const folder of ["cmaps", "standard_fonts", "wasm", "iccs"]) {
      cpSync(path.join(path.dirname(manifest), folder), path.join(target, folder), { recursive: true });
    }
  });
}

/** The Japanese slices of the faces, in folders named after their versions, and the stylesheet that names them. */
function copyFonts(target: string): void {
  const packages: SlicedPackage[] = slicedPackages.map((face) => ({
    ...face,
    version: versionIn(require.resolve(`${face.packageName}/package.json`)),
    ranges: JSON.parse(readFileSync(require.resolve(`${face.packageName}/unicode.json`), "utf8")),
  }));
  const sheet = facesSheet(packages);
  unlessThere(target, sheet, () => {
    for (const each of packages) {
      mkdirSync(path.join(target, facesFolder(each)), { recursive: true });
      for (const { file } of japaneseSlices(each)) {
        const source = require.resolve(`${each.packageName}/files/${file}`);
        copyFileSync(source, path.join(target, facesFolder(each), file));
      }
    }
    writeFileSync(path.join(target, "japanese.css"), sheet);
  });
}

function versionIn(manifest: string): string {
  return JSON.parse(readFileSync(manifest, "utf8")).version;
}

function unlessThere(target: string, version: string, copy: () => void): void {
  const stamp = path.join(target, "version");
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === version) return;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  copy();
  // Last, so that a copy that was cut short is made again.
  writeFileSync(stamp, version);
}
