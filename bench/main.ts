/**
 * `npm run bench [-- name …]`: the measured claims, one program each, run one after the other so that they don't
 * disturb one another. Each prints its own table of figures and ratios beside its peer.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { claims } from "./claims.ts";
import { pressure } from "./web/figures.ts";

const names = claims.flatMap(({ bench }) => bench);
const args = process.argv.slice(2);
const wanted = args.filter((each) => !each.startsWith("-"));
const options = args.filter((each) => each.startsWith("-"));
const unknown = wanted.find((each) => !names.includes(each));
if (unknown !== undefined || args.includes("--help")) {
  console.log(`usage: npm run bench -- [${names.join("|")} …]`);
  process.exit(unknown === undefined ? 0 : 2);
}

for (const name of wanted.length > 0 ? wanted : names) {
  console.log(`\n## ${name}  (cpu pressure before: ${pressure()})`);
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, [file, ...options], { stdio: "inherit" });
  if (status !== 0) process.exitCode = 1;
}
