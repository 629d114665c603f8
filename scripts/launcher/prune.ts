import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import path from "node:path";

/** Half of the packages' size. Only an install without test tools is pruned; `npm test` installs all again. */
const neverRead = [
  // Headers for compiling, of the Node that runs the programs, and sources of a driver that comes compiled.
  /^node-[a-z0-9-]+\/(include|share)$/,
  /^better-sqlite3\/(deps|src)$/,
  // Weights of the font that no generated PDF uses.
  /^@expo-google-fonts\/noto-sans-jp\/(?!400Regular$|700Bold$)\d{3}[A-Za-z]+$/,
  // Font files that the build does not use: other scripts, slants and weights, and formats for old browsers.
  /^@fontsource\/ibm-plex-sans\/(scss|files\/(?!ibm-plex-sans-latin-[456]00-normal\.woff2$).+)$/,
  // The other builds of a library from which react-pdf uses two functions.
  /^es-toolkit\/(src|compat|fp|dist\/fp|dist\/.+\.js)$/,
  // pdf.js as an application, except the module that react-pdf imports, and its decoders as separate packages.
  /^pdfjs-dist\/(legacy\/(web|image_decoders)|image_decoders)$/,
  /^pdfjs-dist\/web\/(?!pdf_viewer\.mjs$)[^/]+$/,
  // An optional peer of Next that is a test tool.
  /^(@playwright|playwright|playwright-core)$/,
  /^next\/dist\/docs$/,
  // Runtimes for settings of Next that next.config.mjs doesn't have, and its image server, which nothing here uses.
  /^next\/dist\/compiled\/(.+\/)?[^/]*-experimental(\.runtime\.[a-z]+\.js)?$/,
  /^(sharp|@img)$/,
  /^next\/dist\/compiled\/@vercel\/og$/,
  // The build uses the compiler's library only, not its programs and translations.
  /^typescript\/lib\/(_?tsc\.js|_?tsserver\.js|[a-z]{2}(-[a-z]{2})?)$/,
  // Sources, tests and other editions of what is read from one file.
  /^(@[^/]+\/)?[^/]+\/(tests?|__tests__|benchmarks?|examples?)$/,
  /^(zod|fontkit|next-auth)\/src$/,
  /^caniuse-lite\/data\/regions$/,
  /^swagger-ui-dist\/swagger-ui(-es-bundle|-es-bundle-core|-standalone-preset)?\.js$/,
  /^pdfkit\/js\/pdfkit\.(standalone|browser)[a-z.]*$/,
  /\.(map|md|markdown|flow)$/,
  /\.d\.[cm]?ts$/,
];
/** Next's build looks for these declarations. */
const kept = /^(@types|next\/(types|image-types|navigation-types|[a-z-]+\.d\.ts))(\/|$)/;

/** Drivers of the store for other machines than this one. */
function isForeignDriver(file: string): boolean {
  const driver = /^better-sqlite3\/prebuilds\/(linuxmusl|linux|darwin|win32)-([a-z0-9]+)\.node$/.exec(file);
  if (driver === null) return false;
  const platform = driver[1] === "linuxmusl" ? "linux" : driver[1];
  return platform !== process.platform || driver[2] !== process.arch;
}

/** Returns true where something was removed. A second call has nothing to do, by the install's stamp. */
export async function pruneInstalled(root: string): Promise<boolean> {
  const stamp = path.join(root, "node_modules", ".hiraku-lock");
  if (!existsSync(stamp)) return false;
  const [lock, set, state] = readFileSync(stamp, "utf8").trim().split(" ");
  if (set !== "run" || state === "pruned") return false;
  await pruneFolder(path.join(root, "node_modules"), "");
  rmSync(stamp);
  writeFileSync(stamp, `${lock} run pruned\n`);
  return true;
}

async function pruneFolder(base: string, folder: string): Promise<void> {
  const entries = await readdir(path.join(base, folder), { withFileTypes: true });
  await Promise.all(
    entries.map(async (entry) => {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      // A package nested in another's folder is treated by its own name.
      const inPackage = name.replace(/^.*(?:^|\/)node_modules\//, "");
      const isKept = kept.test(inPackage);
      if (!isKept && (isForeignDriver(inPackage) || neverRead.some((pattern) => pattern.test(inPackage)))) {
        await rm(path.join(base, name), { recursive: true, force: true });
      } else if (entry.isDirectory() && !isKept) {
        await pruneFolder(base, name);
      }
    }),
  );
}
