/**
 * `npm run bench [-- name …]`: the measured claims, one program each, run one after the other so that they don't
 * disturb one another. Each prints its own table of figures and ratios beside its peer.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";

const folder = import.meta.dirname;
const names = readdirSync(folder)
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && file !== "main.ts")
  .filter((file) => /^\/\*\* bench:/m.test(readFileSync(path.join(folder, file), "utf8")))
  .map((file) => path.basename(file, ".ts"));

const args = process.argv.slice(2);
const wanted = args.filter((each) => !each.startsWith("-"));
const options = args.filter((each) => each.startsWith("-"));
const unknown = wanted.find((each) => !names.includes(each));
if (unknown !== undefined || args.includes("--help")) {
  console.log(`usage: npm run bench -- [${names.join("|")} …]`);
  process.exit(unknown === undefined ? 0 : 2);
}

const pressure = "/proc/pressure/cpu";
for (const name of wanted.length > 0 ? wanted : names) {
  const load = existsSync(pressure) ? readFileSync(pressure, "utf8").split("\n")[0] : "unknown";
  console.log(`\n## ${name}  (cpu pressure before: ${load})`);
  const { status } = spawnSync(process.execPath, [path.join(folder, `${name}.ts`), ...options], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
