import { execFileSync } from "node:child_process";
import path from "node:path";
import { root } from "../toolchain.mjs";

/** npm under the Node that runs this, whose compressor decides over the bytes. */
export function npm(folder: string, args: readonly string[]): string {
  const own = process.env["npm_execpath"];
  const [command, first] = own?.endsWith(".js") === true ? [process.execPath, [own]] : ["npm", []];
  const PATH = [path.join(root, "node_modules/.bin"), process.env["PATH"]].join(path.delimiter);
  const env = { ...process.env, PATH };
  return execFileSync(command, [...first, ...args], {
    ...{ cwd: folder, env, encoding: "utf8", maxBuffer: 100_000_000 },
    stdio: ["ignore", "pipe", "inherit"],
  });
}
