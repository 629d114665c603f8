import { globSync, rmSync } from "node:fs";
import path from "node:path";
import { features } from "../lib/features/list.ts";
import { type Check, copyWithNotes, copyWithout, failureOf } from "../lib/testing/without-feature.ts";

/** Tests that walk through the whole app, or compare prose with it: whoever takes a feature away edits that too. */
const whole = ["scripts/**/*.test.ts", "lib/features/without.test.ts"];
/** Those of rooms that import nothing of features, which the check of the structure ensures. */
const beneath = ["{lib/contract,lib/kit,lib/text,packages,service}/**/*.test.{ts,tsx}"];

/** Those of a feature's table: both engines, moving from one to the other, and the check of a backup. */
const ofTables = ["lib/store/moving", "lib/store/postgres", "lib/server/newer-store.test.ts"];

/** Takes each feature away from a copy of this checkout, adds one with a table, and looks at what is there then. */
export function soakFeatures(args: readonly string[], say: (line: string) => void): number {
  const paths = args.filter((each) => each.includes("/"));
  const isAsked = (name: string) => args.length === paths.length || args.includes(name);
  let broken = 0;
  const look = (name: string, copy: string, tests: readonly string[]) => {
    for (const check of ["start", "types", "structure", "tests"] satisfies Check[]) {
      const failure = failureOf(copy, check, check === "tests" ? tests : []);
      say(`${name}: ${check} ${failure === undefined ? "hold" : `broke\n${failure}`}`);
      if (failure !== undefined) broken++;
    }
    rmSync(copy, { recursive: true, force: true });
  };
  for (const feature of features.filter(({ name }) => isAsked(name))) {
    const copy = copyWithout(feature);
    const listed = new Set(features.flatMap(({ files }) => files));
    const out = globSync([...whole, ...beneath], { cwd: copy }).filter((test) => !listed.has(test));
    for (const test of out) rmSync(path.join(copy, test));
    look(`without ${feature.name}`, copy, paths);
  }
  if (isAsked("notes")) look("with one of a page and a table", copyWithNotes(), ofTables);
  return broken === 0 ? 0 : 1;
}
