import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { projectEnv, step } from "../toolchain.mjs";

/** The programs read these while they run. The rest of the repository makes or tests them. */
const shipped = [
  ...["package.json", "package-lock.json", "next.config.mjs", "scripts/start.mjs", "scripts/toolchain.mjs"],
  ...["LICENSE", "README.md", "CHANGELOG.md", "SECURITY.md", "docs", "openapi.json", "scripts/launcher"],
  ...["cli", "lib", "messages", "node_modules", "public", "service", ".next"],
];

/** Left out of these: tests, and the tools of the build, with what it has copied into its output. */
const leftOut = [
  ...["*.test.ts", "*.test.tsx", "*.engines.ts", "*.map", "*.nft.json", "docs/decisions"],
  ...["lib/*/testing", "service/*/testing", "lib/testing", "service/testing", "cli/testing"],
  ...["cache", "trace", "trace-build", "types", "turbopack", "diagnostics", "build"].map((name) => `.next/${name}`),
  ...["typescript", "tailwindcss", "@tailwindcss", "lightningcss*", "@babel", "babel-plugin-react-compiler", "@types"]
    .concat(["@next/swc-*", "@fontsource", "@fontsource-variable", ".bin"])
    .map((name) => `node_modules/${name}`),
  // Node itself, of which whoever starts this has one.
  ...["node_modules/node-linux-*", "node_modules/node-darwin-*", "node_modules/node-bin-*"],
];

/** Builds the clone and packs what runs: for this platform, whose compiled drivers are in it. */
export async function packApp(clone: string, out: string, seconds: number): Promise<void> {
  const prefix = path.basename(clone);
  // Next draws this key at random. It is for server actions, of which there are none.
  const key = createHash("sha256").update(prefix).digest("base64");
  const env = projectEnv({ NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key });
  await step("Building the clone", process.execPath, [path.join(clone, "scripts/build.mjs")], { env });
  makeEqual(path.join(clone, ".next"), clone);
  const tar = path.join(out, `${prefix}-${process.platform}-${process.arch}.tar`);
  const equal = ["--sort=name", `--mtime=@${seconds}`, "--owner=0", "--group=0", "--numeric-owner", "--format=gnu"];
  await step("Packing the built app", "tar", [
    ...["-C", path.dirname(clone), "-cf", tar, ...equal, "--mode=u+rwX,go+rX,go-w", "--anchored"],
    ...leftOut.map((pattern) => `--exclude=${prefix}/${pattern}`),
    ...shipped.map((name) => `${prefix}/${name}`),
  ]);
  await pipeline(createReadStream(tar), createGzip({ level: 9 }), createWriteStream(`${tar}.gz`));
  rmSync(tar);
}

/** Takes out of a build what is drawn at random for previews, of which there are none, and where it was made. */
function makeEqual(build: string, clone: string): void {
  const change = (file: string, to: (text: string) => string) =>
    writeFileSync(path.join(build, file), to(readFileSync(path.join(build, file), "utf8")));
  for (const file of ["prerender-manifest.json", "server/preview-props.json"])
    change(file, (text) => text.replace(/(?<="previewMode\w+": ")[0-9a-f]+/g, (key) => "0".repeat(key.length)));
  for (const file of ["required-server-files.json", "required-server-files.js"])
    change(file, (text) => text.replaceAll(clone, "."));
}
