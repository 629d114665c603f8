import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { projectEnv, root, step } from "../toolchain.mjs";

/** The files that the production build is made from; others may change without a rebuild. */
const buildInputs = [
  "app",
  "components",
  "lib",
  "messages",
  "public",
  "instrumentation.ts",
  "next.config.mjs",
  "postcss.config.mjs",
  "package-lock.json",
  "tsconfig.json",
  "scripts/copy-public-assets.ts",
  "scripts/compress-static.ts",
  "scripts/static-files.ts",
];

/** Nothing is copied twice. */
export async function ensurePublicAssets(node: string): Promise<void> {
  await step("Preparing fonts and the PDF viewer's files", node, ["scripts/copy-public-assets.ts"]);
}

/** Builds the web app unless the last build was made from the same files. */
export async function ensureBuilt(node: string): Promise<void> {
  // An archive of a release has the build, and not what it was made from.
  if (!existsSync(path.join(root, "app"))) return;
  const stamp = path.join(root, ".next", "hiraku-build");
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  await ensurePublicAssets(node);
  const env = projectEnv({ NEXT_BUILD_ID: wanted.slice(0, 20) });
  await step("Building the web app", node, ["node_modules/next/dist/bin/next", "build"], { env });
  await step("Compressing scripts and styles", node, ["scripts/compress-static.ts"]);
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}

function fingerprint(): string {
  const hash = createHash("sha256");
  const add = (file: string): void => {
    const full = path.join(root, file);
    if (!existsSync(full)) return;
    if (statSync(full).isDirectory()) {
      if (file === path.join("public", "pdf") || file === path.join("public", "fonts")) return;
      for (const name of readdirSync(full).sort()) add(path.join(file, name));
    } else if (!/\.test\.tsx?$/.test(file)) {
      hash.update(`${file}\0`).update(readFileSync(full)).update("\0");
    }
  };
  for (const input of buildInputs) add(input);
  return hash.digest("hex");
}
